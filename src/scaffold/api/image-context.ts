import { stringify } from 'yaml';
import type { DeployImage } from '../../project/project-resource.ts';
import type { ControllerContext, ResourceContext } from './context.ts';
import { stringLiteral } from '../../layout/string-literal.ts';

/** What the templates of `--image` read beside the kind. */
export interface ImageContext {
  image: {
    /** The reference as it stands in code and in YAML: `memcached:1.6`, `localhost:5000/memcached@sha256:…`. */
    literal: string;
    yaml: string;
    /** What the operator is told the image by: `MEMCACHED_IMAGE`. */
    variable: string;
    /** Of the container and the label of its Pods: `memcached`. */
    name: string;
    hasPort: boolean;
    port: string;
    hasCommand: boolean;
    /** As it stands in code: `['memcached', '--memory-limit=64']`. */
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
