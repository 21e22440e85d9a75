import { errorFrom, type Transport } from '@opgen/runtime/transport';

/** Sends JSON and reads JSON; throws unless the request succeeds. */
export async function send<T>(
  transport: Transport,
  method: string,
  path: string,
  body?: object,
  contentType = 'application/json',
): Promise<T> {
  const headers = body === undefined ? {} : { 'content-type': contentType };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await transport.request({ method, path, headers, ...content });
  const text = await response.text();
  if (response.status >= 300) throw errorFrom(response.status, text, { method, path });
  return JSON.parse(text) as T;
}
