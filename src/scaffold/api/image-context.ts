import { stringify } from 'yaml';
import type { DeployImage } from '../../project/project-resource.ts';
import type { ControllerContext, ResourceContext } from './context.ts';
import { stringLiteral } from '../../layout/string-literal.ts';

/** The values that the templates of `--image` can read in addition to those of the kind. */
export interface ImageContext {
  image: {
    /** The image reference, such as `memcached:1.6`, as a TypeScript literal and as a YAML scalar. */
    literal: string;
    yaml: string;
    /** The environment variable that passes the image to the operator: `MEMCACHED_IMAGE`. */
    variable: string;
    /** The name of the container and the value of the Pod label: `memcached`. */
    name: string;
    hasPort: boolean;
    port: string;
    hasCommand: boolean;
    /** A TypeScript literal: `['memcached', '--memory-limit=64']`. */
    command: string;
    hasUser: boolean;
    user: string;
  };
}

export function imageContext<C extends ResourceContext & Partial<ControllerContext>>(
  context: C,
  { command = [], containerPort, image, runAsUser }: DeployImage,
): C & ImageContext {
  const words = command.map(stringLiteral);
  const name = context.controller?.name ?? context.resource.fileName;
  return {
    ...context,
    image: {
      literal: stringLiteral(image),
      yaml: stringify(image, { singleQuote: true, lineWidth: 0 }).trimEnd(),
      variable: `${name.replaceAll('-', '_').toUpperCase()}_IMAGE`,
      name: context.resource.kind.toLowerCase(),
      hasPort: containerPort !== undefined,
      port: containerPort ?? '',
      hasCommand: words.length > 0,
      command: `[${words.join(', ')}]`,
      hasUser: runAsUser !== undefined,
      user: runAsUser ?? '',
    },
  };
}
