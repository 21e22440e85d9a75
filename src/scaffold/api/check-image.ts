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
      problem('a Deployment belongs to a namespace, and so must its kind', 'leave --no-namespaced out'),
    );
  if (resource === false)
    found.push(problem('--image writes the type of a kind of its own', 'leave --no-resource out'));
  if (!reference.test(image) || image.length > 255) {
    const lower = image.trim().toLowerCase();
    const hint = reference.test(lower)
      ? `did you mean --image ${lower}?`
      : 'such as memcached:1.6, localhost:5000/memcached or ghcr.io/org/memcached@sha256:…';
    found.push(problem(`'${image}' is not a reference to an image`, hint));
  }
  if (containerPort !== undefined && !isNumber(containerPort, 1, 65_535))
    found.push(problem(`'${containerPort}' is not a port`, '--container-port is a number from 1 to 65535'));
  if (runAsUser !== undefined && !isNumber(runAsUser, 1, 2 ** 31 - 1)) {
    const hint =
      runAsUser === '0'
        ? 'the Pod security "restricted" does not admit root; leave --run-as-user out if the image has a user of its own'
        : '--run-as-user is the number of a user, such as 1001';
    found.push(problem(`'${runAsUser}' is not a user that a container may run as`, hint));
  }
  if (command.some((part) => /[\p{Cc}]/u.test(part)))
    found.push(problem('the command has a control character in it', '--command memcached,--memory-limit=64'));
  if (importedNames.includes(kind)) {
    const hint = `a name that says more, such as ${kind}Policy`;
    found.push(
      invalidKind({
        message: `'${kind}' is not a usable kind with --image: generated files import this name`,
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
