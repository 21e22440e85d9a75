import { duplicates, type FieldError } from '../field-errors.ts';
import { type JsonObject, objectsIn } from '../json.ts';
import { compileCondition } from '../admission/match-conditions.ts';
import { validateWebhook } from './validate-webhook.ts';

/** The errors of a ValidatingWebhookConfiguration or a MutatingWebhookConfiguration, defaults filled in. */
export function validateWebhookConfiguration({ webhooks }: JsonObject): FieldError[] {
  const all = objectsIn(webhooks);
  return all.flatMap((webhook, i) => {
    const path = `webhooks[${i}]`;
    const earlier = all.slice(0, i).map(({ name }) => ['', name] as const);
    const { name } = webhook;
    const isRepeated = name !== undefined && name !== '' && earlier.some(([, other]) => other === name);
    return [
      ...validateWebhook(webhook, path, conditionProblem),
      ...(isRepeated
        ? duplicates([
            ['', name],
            [`${path}.name`, name],
          ])
        : []),
    ];
  });
}

function conditionProblem(expression: string): string | undefined {
  return compileCondition(expression).problem;
}
