import { Command } from 'commander';
import type { CreateApiOptions } from '../../actions/create-api.ts';
import { collect, withWritingOptions, yesOrNo } from '../arguments/common-options.ts';
import { withExternalApiOptions } from '../arguments/external-api-options.ts';
import type { RunAction } from '../run-action.ts';

export function createApiCommand(run: RunAction): Command {
  const command = new Command('api')
    .description('Add a kind: its type, and a controller that reconciles it')
    .option('--group <group>', 'API group, such as cache; the domain of the project is appended')
    .option('--version <version>', 'API version, such as v1alpha1')
    .option('--kind <Kind>', 'kind, such as Memcached')
    .option('--plural <plural>', 'resource name, if the regular plural is wrong')
    .option('--singular <singular>', 'singular name, if it is not the kind in lower case')
    .option('--short-name <name>', 'short name for kubectl; may be repeated', collect)
    .option('--category <name>', 'category for kubectl, such as all; may be repeated', collect)
    .option('--namespaced [boolean]', 'the kind is namespaced (default of a new kind)', yesOrNo)
    .option('--no-namespaced', 'the kind is cluster-scoped')
    .option('--resource [boolean]', 'write the type (default)', yesOrNo)
    .option('--no-resource', 'write only the controller, for an existing or built-in type')
    .option('--controller [boolean]', 'write the controller (default)', yesOrNo)
    .option('--no-controller', 'write only the type')
    .option('--controller-name <name>', 'name of the controller, if the kind has several')
    .option('--image <reference>', 'write a complete operator that runs this image')
    .option('--container-port <port>', 'port that the image listens on')
    .option('--run-as-user <uid>', 'user ID that the container runs as')
    .option('--command <words>', 'command of the container, as a comma-separated list', collect);
  withExternalApiOptions(command).option('--force', 'replace existing files').addHelpText('after', examples);
  return withWritingOptions(command).action((options: CreateApiOptions) =>
    run(async (context) => {
      const { createApi } = await import('../../actions/create-api.ts');
      return createApi(context, options);
    }),
  );
}

const examples = `
Examples:
  opgen create api --group cache --version v1alpha1 --kind Memcached
  opgen create api --group cache --version v1 --kind Memcached --image memcached:1.6 --container-port 11211
  opgen create api --group apps --version v1 --kind Deployment --no-resource
  opgen create api --external-api-crd certificates.yaml --version v1`;
