import type { DeployImage } from '../project/project-file.ts';
import type { ResourceContext } from './context.ts';
import { quoted } from './quoted.ts';

/** What the templates of `--image` read beside the kind. */
export interface ImageContext {
  image: {
    /** As it was given: `memcached:1.6`, `localhost:5000/memcached@sha256:…`. */
    reference: string;
    /** `MEMCACHED_IMAGE` */
    variable: string;
    /** Of the container and of what it belongs to, as a label: `memcached`. */
    name: string;
    /** Zero when the image listens nowhere. */
    port: number;
    hasPort: boolean;
    /** As it stands in code: `['memcached', '--memory-limit=64']`. */
    command: string;
    hasCommand: boolean;
    user: string;
    hasUser: boolean;
  };
}

export function imageContext<C extends ResourceContext>(
  context: C,
  { command = [], containerPort, image, runAsUser }: DeployImage,
): C & ImageContext {
  const { fileName } = context.resource;
  return {
    ...context,
    image: {
      reference: image,
      variable: `${fileName.replaceAll('-', '_').toUpperCase()}_IMAGE`,
      name: fileName,
      port: Number(containerPort ?? 0),
      hasPort: containerPort !== undefined,
      command: `[${command.map(quoted).join(', ')}]`,
      hasCommand: command.length > 0,
      user: runAsUser ?? '',
      hasUser: runAsUser !== undefined,
    },
  };
}
