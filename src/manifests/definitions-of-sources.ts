import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import type { Diagnostic } from '../diagnostics.ts';
import { loadBuiltInResources } from '../kubernetes/built-in-resources.ts';
import { buildModel } from '../model/build-model.ts';
import { readSourceFile } from '../source/read-source-file.ts';
import { Origins } from '../schema/origins.ts';
import { loadServerRules } from '../schema/server-rules.ts';
import { customResourceDefinitions } from './custom-resource-definition.ts';

/** The CRDs of source texts that need not exist on the disk. The sources cannot use built-in types. */
export async function definitionsOfSources(
  texts: readonly { path: string; content: string }[],
): Promise<{ definitions: CustomResourceDefinition[]; diagnostics: Diagnostic[] }> {
  const problems: Diagnostic[] = [];
  const sources = texts.map(({ content, path }) => readSourceFile(path, content));
  const resources = loadBuiltInResources();
  const model = buildModel(sources, { resources, ofModules: [] }, problems);
  const server = await loadServerRules(true);
  const context = { facts: undefined, problems, origins: new Origins(), server };
  return { definitions: customResourceDefinitions(model, context), diagnostics: problems };
}
