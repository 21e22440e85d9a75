import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ObjectView, PageObject } from '../../model/messages.ts';
import { type YamlLine, yamlLines, yamlText } from '../../model/yaml-lines.ts';
import { useStore, useView } from '../store.ts';
import { referenceTo } from './reference-to.ts';

/** The YAML of an object with the managers of each field, and an editor for it. */
export function ObjectYaml({ view }: { view: ObjectView }): JSX.Element {
  const { past } = useView();
  const [reveal, setReveal] = useState(false);
  const [draft, setDraft] = useState<string>();
  const object = useWholeObject(view, reveal);
  const isSecret = object.kind === 'Secret';
  if (draft !== undefined) return <Editor text={draft} onClose={() => setDraft(undefined)} />;
  const lines = yamlLines(object);
  return (
    <>
      {past === undefined && (
        <div class="actions">
          {isSecret && (
            <button type="button" onClick={() => setReveal(!reveal)}>
              {reveal ? 'Hide data' : 'Reveal data'}
            </button>
          )}
          {(!isSecret || reveal) && (
            <button type="button" onClick={() => setDraft(yamlText(lines))}>
              Edit
            </button>
          )}
        </div>
      )}
      <ManagedYaml lines={lines} />
    </>
  );
}

/** The object with its managed fields, which the stream leaves out. */
function useWholeObject({ object }: ObjectView, reveal: boolean): PageObject {
  const store = useStore();
  const { past } = useView();
  const [whole, setWhole] = useState<PageObject>();
  const { resourceVersion, uid } = object.metadata;
  useEffect(() => {
    setWhole(undefined);
    if (past !== undefined) return undefined;
    let isCurrent = true;
    store.act('read', { ...referenceTo(object), reveal }).then(
      (read) => isCurrent && setWhole(read),
      // It was deleted in the meantime; the stream will say so.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [resourceVersion, uid, reveal, past]);
  return whole ?? object;
}

/** As many as there are colors in the style sheet. */
const colors = 6;

function ManagedYaml({ lines }: { lines: readonly YamlLine[] }): JSX.Element {
  const managers = [...new Set(lines.flatMap((line) => line.managers))];
  const color = (manager: string): string => `manager-${managers.indexOf(manager) % colors}`;
  return (
    <div class="yaml" role="region" aria-label="YAML" tabIndex={0}>
      {lines.map(({ managers: names, text }, index) => {
        const isNew = names.join() !== lines[index - 1]?.managers.join();
        return (
          <div key={index} class="line">
            <code>{text}</code>
            <span class="managers">
              {names.map((name) => (
                <span key={name} class={`manager ${color(name)}`} title={`managed by ${name}`}>
                  {isNew ? name : ''}
                </span>
              ))}
            </span>
          </div>
        );
      })}
    </div>
  );
}

function Editor({ onClose, text }: { text: string; onClose: () => void }): JSX.Element {
  const store = useStore();
  const [yaml, setYaml] = useState(text);
  const [error, setError] = useState<string>();
  const save = (event: Event): void => {
    event.preventDefault();
    store.act('edit', { yaml }).then(onClose, (reason: Error) => setError(reason.message));
  };
  return (
    <form class="editor" onSubmit={save}>
      {error !== undefined && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <textarea
        aria-label="YAML of the object"
        spellcheck={false}
        value={yaml}
        rows={Math.min(40, text.split('\n').length + 1)}
        onInput={(event) => setYaml(event.currentTarget.value)}
      />
      <div class="actions">
        <button type="submit">Save</button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}
