import type { Diagnostic } from '../../diagnostics.ts';
import type { DeployImage } from '../../project/project-resource.ts';
import type { ApiOptions } from './options.ts';
import { commandWord, imageReference, port, userId } from '../../project/name-rules.ts';
import { invalidImage } from '../diagnostics.ts';

export function checkDeployImage(
  { namespaced, resource }: ApiOptions,
  { command = [], containerPort, image, runAsUser }: DeployImage,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  if (namespaced === false)
    found.push(
      problem(
        '--image requires a namespaced kind, because it creates a Deployment for each object',
        'remove --no-namespaced',
      ),
    );
  if (resource === false)
    found.push(problem('--image creates a new type, so it excludes --no-resource', 'remove --no-resource'));
  if (imageReference(image) !== undefined) {
    const lower = image.trim().toLowerCase();
    const hint =
      imageReference(lower) === undefined
        ? `did you mean --image ${lower}?`
        : 'use a reference such as memcached:1.6, localhost:5000/memcached or ghcr.io/org/memcached@sha256:…';
    found.push(problem(`'${image}' is not a valid image reference`, hint));
  }
  const wrongPort = containerPort === undefined ? undefined : port(containerPort);
  if (wrongPort !== undefined) found.push(problem(`'${containerPort}' is not a valid port`, wrongPort));
  const wrongUser = runAsUser === undefined ? undefined : userId(runAsUser);
  if (wrongUser !== undefined) {
    const hint =
      runAsUser === '0'
        ? 'the restricted Pod Security Standard forbids root; remove --run-as-user if the image sets a user'
        : wrongUser;
    found.push(problem(`'${runAsUser}' is not a valid user ID for a container`, hint));
  }
  if (command.some((word) => commandWord(word) !== undefined))
    found.push(
      problem(
        'the command contains a control character',
        'write it as in --command memcached,--memory-limit=64',
      ),
    );
  return found;
}

function problem(message: string, hint: string): Diagnostic {
  return invalidImage({ message, hint });
}
