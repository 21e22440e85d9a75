import type { Core } from '../core.ts';
import { tableOf } from '../resources/resource.ts';
import type { Call } from '../serving/call.ts';
import type { ServerResponse } from '../serving/request.ts';
import { bind } from './bind.ts';
import { connectToContainer, forwardPorts } from './connect.ts';
import { evict } from './evict.ts';
import { finalize } from './finalize.ts';
import { log } from './log.ts';
import { proxy } from './proxy.ts';
import { scale } from './scale.ts';
import { requestToken } from './token-request.ts';

type Serve = (core: Core, call: Call) => ServerResponse | Promise<ServerResponse>;

/** Subresources that are not a part of their object but an action or a question. */
const subresources: Readonly<Record<string, Serve>> = {
  '/namespaces/finalize': finalize,
  '/pods/binding': bind,
  '/nodes/proxy': proxy,
  '/pods/attach': connectToContainer,
  '/pods/eviction': evict,
  '/pods/exec': connectToContainer,
  '/pods/log': log,
  '/pods/portforward': forwardPorts,
  '/pods/proxy': proxy,
  '/serviceaccounts/token': requestToken,
  '/services/proxy': proxy,
};

/** The handler of a subresource; undefined if it is not implemented. */
export function subresourceOf({ resource, subresource }: Call): Serve | undefined {
  return subresource === 'scale' ? scale : subresources[`${tableOf(resource)}/${subresource}`];
}
