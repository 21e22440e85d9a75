// SPDX-License-Identifier: Apache-2.0

/** Reads and writes keys through one member. */
export interface EtcdKeys {
  put(key: string, value: string): Promise<void>;
  all(): Promise<Map<string, string>>;
  /** Whether the readiness probe of the member passes. */
  isReady(): Promise<boolean>;
}

export function clientOf(url: string, send: typeof fetch): EtcdKeys {
  const post = async <Answer>(path: string, body: object): Promise<Answer> => {
    const signal = AbortSignal.timeout(5000);
    const response = await send(`${url}/v3/kv/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal,
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Answer;
  };
  return {
    async put(key, value) {
      await post('put', { key: btoa(key), value: btoa(value) });
    },
    async all() {
      const everything = { key: btoa('\0'), range_end: btoa('\0') };
      const { kvs = [] } = await post<{ kvs?: { key: string; value: string }[] }>('range', everything);
      return new Map(kvs.map(({ key, value }) => [atob(key), atob(value)]));
    },
    async isReady() {
      const response = await send(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(
        () => undefined,
      );
      return response?.ok === true;
    },
  };
}
