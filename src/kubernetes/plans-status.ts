import type { JSONSchemaProps } from '@opgen/rules/schema';

const text: JSONSchemaProps = { type: 'string' };
const time: JSONSchemaProps = { type: 'string', format: 'date-time' };

/** `PlansStatus` of `@opgen/runtime`: the progress of plans, as the runtime writes it. */
export const plansStatus: JSONSchemaProps = {
  type: 'object',
  properties: {
    current: {
      type: 'object',
      properties: {
        endedAt: time,
        message: text,
        plan: text,
        run: { type: 'integer', format: 'int32' },
        startedAt: time,
        state: { type: 'string', enum: ['InProgress', 'Complete', 'Failed'] },
        steps: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              endedAt: time,
              message: text,
              name: text,
              phase: text,
              startedAt: time,
              state: { type: 'string', enum: ['Pending', 'InProgress', 'Complete', 'Failed'] },
            },
            required: ['name', 'phase', 'state'],
          },
        },
      },
      required: ['plan', 'run', 'startedAt', 'state', 'steps'],
    },
    triggers: { type: 'object', additionalProperties: text },
  },
};
