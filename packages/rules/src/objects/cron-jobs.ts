import { type FieldError, invalid, notSupported, oneOf, required } from '../field-errors.ts';
import { isObject, type JsonObject, metadataIn } from '../json.ts';
import { scheduleProblem } from './cron-schedule.ts';
import { notNegativeFields, objectIn, textIn } from './fields.ts';
import { validateJobSpec } from './jobs.ts';
import { timeZoneProblem } from './time-zones.ts';
import type { Validation } from './validation.ts';

/** Names of its Jobs are longer by 11 characters. */
const longestName = 52;

export const validateCronJob: Validation = (cronJob, old) => {
  const spec = objectIn(cronJob, 'spec');
  const name = textIn(metadataIn(cronJob), 'name');
  return [
    ...(old === undefined && name.length > longestName
      ? [invalid('metadata.name', name, `must be no more than ${longestName} characters`)]
      : []),
    ...validateSchedule(textIn(spec, 'schedule'), spec['timeZone'] !== undefined, old),
    ...validateTimeZone(spec['timeZone'], old),
    ...notNegativeFields(spec, 'spec', [
      'startingDeadlineSeconds',
      'successfulJobsHistoryLimit',
      'failedJobsHistoryLimit',
    ]),
    ...oneOf(spec['concurrencyPolicy'], ['Allow', 'Forbid', 'Replace'], 'spec.concurrencyPolicy'),
    ...validateJobTemplate(objectIn(objectIn(spec, 'jobTemplate'), 'spec'), 'spec.jobTemplate.spec'),
  ];
};

const zoneInSchedule = /^(?:TZ|CRON_TZ)=/;

/** A schedule that already had a time zone may keep it. */
function validateSchedule(schedule: string, hasTimeZone: boolean, old: JsonObject | undefined): FieldError[] {
  const path = 'spec.schedule';
  if (schedule === '') return [required(path)];
  const problem = scheduleProblem(schedule);
  const hadZone = old !== undefined && zoneInSchedule.test(textIn(objectIn(old, 'spec'), 'schedule'));
  return [
    ...(problem === undefined ? [] : [invalid(path, schedule, problem)]),
    ...(zoneInSchedule.test(schedule) && (hasTimeZone || !hadZone)
      ? [invalid(path, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead')]
      : []),
  ];
}

function validateTimeZone(zone: unknown, old: JsonObject | undefined): FieldError[] {
  const path = 'spec.timeZone';
  if (typeof zone !== 'string') return [];
  if (old !== undefined && objectIn(old, 'spec')['timeZone'] === zone) return [];
  if (zone === '') return [invalid(path, zone, 'timeZone must be nil or non-empty string')];
  const problem = timeZoneProblem(zone);
  return [
    ...(zone.toLowerCase() === 'local'
      ? [
          invalid(
            path,
            zone,
            'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
          ),
        ]
      : []),
    ...(problem === undefined ? [] : [invalid(path, zone, problem)]),
  ];
}

/** The server chooses the selector of each Job. */
function validateJobTemplate(spec: JsonObject, path: string): FieldError[] {
  return [
    ...validateJobSpec(spec, path),
    ...(isObject(spec['selector'])
      ? [invalid(`${path}.selector`, spec['selector'], '`selector` will be auto-generated')]
      : []),
    ...(spec['manualSelector'] === true
      ? [notSupported(`${path}.manualSelector`, true, ['nil', 'false'])]
      : []),
  ];
}
