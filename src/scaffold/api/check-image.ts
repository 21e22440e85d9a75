import type { Diagnostic } from '../../diagnostics.ts';
import type { DeployImage } from '../../project/project-resource.ts';
import type { ApiOptions } from './options.ts';
import { invalidKind } from '../../project/diagnostics.ts';
import { invalidImage } from '../diagnostics.ts';

/** `host[:port]/path[:tag][@digest]`, as container runtimes parse it. */
const reference =
  /^(?:[a-zA-Z0-9.-]+(?::\d+)?\/)?[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*(?::\w[\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*:[0-9a-fA-F]{32,})?$/;

/** Names that the files of `--image` import in addition to those that every kind imports. */
const importedNames = ['Apply', 'Deployment', 'EventRecorder'];

export function checkDeployImage(
  { kind, namespaced, resource }: ApiOptions,
  { command = [], containerPort, image, runAsUser }: DeployImage,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  if (!namespaced)
    found.push(
      problem(
        '--image requires a namespaced kind, because it creates a Deployment for each object',
        'remove --no-namespaced',
      ),
    );
  if (resource === false)
    found.push(problem('--image creates a new type, so it excludes --no-resource', 'remove --no-resource'));
  if (!reference.test(image) || image.length > 255) {
    const lower = image.trim().toLowerCase();
    const hint = reference.test(lower)
      ? `did you mean --image ${lower}?`
      : 'use a reference such as memcached:1.6, localhost:5000/memcached or ghcr.io/org/memcached@sha256:…';
    found.push(problem(`'${image}' is not a valid image reference`, hint));
  }
  if (containerPort !== undefined && !isNumber(containerPort, 1, 65_535))
    found.push(problem(`'${containerPort}' is not a valid port`, 'use a number from 1 to 65535'));
  if (runAsUser !== undefined && !isNumber(runAsUser, 1, 2 ** 31 - 1)) {
    const hint =
      runAsUser === '0'
        ? 'the restricted Pod Security Standard forbids root; remove --run-as-user if the image sets a user'
        : 'use a numeric user ID, such as 1001';
    found.push(problem(`'${runAsUser}' is not a valid user ID for a container`, hint));
  }
  if (command.some((part) => /[\p{Cc}]/u.test(part)))
    found.push(
      problem(
        'the command contains a control character',
        'write it as in --command memcached,--memory-limit=64',
      ),
    );
  if (importedNames.includes(kind)) {
    const hint = `use a more specific name, such as ${kind}Policy`;
    found.push(
      invalidKind({
        message: `'${kind}' cannot be a kind with --image: generated files import this name`,
        hint,
      }),
    );
  }
  return found;
}

function isNumber(text: string, least: number, most: number): boolean {
  return /^[1-9]\d*$/.test(text) && Number(text) >= least && Number(text) <= most;
}

function problem(message: string, hint: string): Diagnostic {
  return invalidImage({ message, hint });
}
