import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ownerTree, type TreeNode } from '../../model/owner-tree.ts';
import { summaryOf } from '../../model/summary.ts';
import { ageText } from '../../model/time-text.ts';
import { HealthIcon } from '../parts/health-icon.tsx';
import { useModel, useNow, useObjects, useView } from '../store.ts';

interface TreeProps {
  selected: string | undefined;
  onSelect: (uid: string) => void;
}

/** A visible row: a heading of a group, or an object. */
interface Row {
  readonly id: string;
  readonly level: number;
  readonly open: boolean | undefined;
  readonly parent: string | undefined;
  readonly title?: string;
  readonly node?: TreeNode;
}

/** A tree that is used with the arrow keys, as the ARIA practices describe. */
export function ObjectTree({ onSelect, selected }: TreeProps): JSX.Element {
  const { kinds } = useModel();
  const { past } = useView();
  const objects = useObjects();
  const now = useNow();
  const tree = useMemo(() => ownerTree(objects, kinds), [objects, kinds]);
  /** Rows that are not open or closed as they are by default. */
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const rows = rowsOf(tree, toggled);
  const [focused, setFocused] = useState<string>();
  const current = rows.find(({ id }) => id === (focused ?? selected)) ?? rows[0];
  const element = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    element.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  const focus = (row: Row | undefined): void => {
    if (row === undefined) return;
    wantsFocus.current = true;
    setFocused(row.id);
  };
  const toggle = ({ id }: Row): void => {
    const next = new Set(toggled);
    if (!next.delete(id)) next.add(id);
    setToggled(next);
  };
  const choose = (row: Row): void => {
    setFocused(row.id);
    if (row.node === undefined) toggle(row);
    else onSelect(row.id);
  };
  const press = (event: KeyboardEvent, row: Row): void => {
    const index = rows.indexOf(row);
    const keys: Record<string, () => void> = {
      ArrowDown: () => focus(rows[index + 1]),
      ArrowUp: () => focus(rows[index - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowRight: () => (row.open === false ? toggle(row) : row.open === true && focus(rows[index + 1])),
      ArrowLeft: () => (row.open === true ? toggle(row) : focus(rows.find(({ id }) => id === row.parent))),
      Enter: () => choose(row),
      ' ': () => choose(row),
    };
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  return (
    <div class="tree" role="tree" aria-label="Objects by owner" ref={element}>
      {rows.map((row) => (
        <div
          key={row.id}
          class={`row ${row.node === undefined ? 'group' : ''} ${row.id === past?.moment.uid ? 'changed' : ''}`}
          role="treeitem"
          aria-level={row.level}
          aria-expanded={row.open}
          aria-selected={row.id === selected}
          tabIndex={row === current ? 0 : -1}
          style={{ '--level': row.level - 1 }}
          onClick={() => choose(row)}
          onKeyDown={(event) => press(event, row)}
        >
          <Twisty row={row} onToggle={() => toggle(row)} />
          {row.node === undefined ? (
            <span class="name">{row.title}</span>
          ) : (
            <ObjectRow node={row.node} open={row.open !== false} now={now} />
          )}
        </div>
      ))}
      {tree.own.length === 0 && (
        <p class="empty">No custom resources yet. Apply a sample: press s in the terminal of opgen dev.</p>
      )}
    </div>
  );
}

function Twisty({ onToggle, row }: { onToggle: () => void; row: Row }): JSX.Element {
  if (row.open === undefined) return <span class="twisty" />;
  const toggle = (event: Event): void => {
    event.stopPropagation();
    onToggle();
  };
  return (
    <span class={`twisty ${row.open ? 'open' : ''}`} aria-hidden="true" onClick={toggle}>
      <svg viewBox="0 0 12 12">
        <path d="m4.5 3 3 3-3 3" />
      </svg>
    </span>
  );
}

function ObjectRow({ node, now, open }: { node: TreeNode; now: number; open: boolean }): JSX.Element {
  const { object, health } = node.view;
  const { creationTimestamp, name, namespace } = object.metadata;
  return (
    <>
      <HealthIcon health={open ? health : node.health} />
      <span class="kind">{object.kind}</span>
      <span class="name" title={namespace === undefined ? name : `${namespace}/${name}`}>
        {name}
      </span>
      <span class="summary">{summaryOf(object)}</span>
      <span class="age">{ageText(creationTimestamp, now)}</span>
    </>
  );
}

/** Open by default, unless they contain what most people do not look for. */
const closedByDefault: ReadonlySet<string> = new Set(['group others']);

function rowsOf(tree: ReturnType<typeof ownerTree>, toggled: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  const add = (node: TreeNode, level: number, parent: string | undefined): void => {
    const id = node.view.object.metadata.uid;
    const open = node.children.length === 0 ? undefined : !toggled.has(id);
    rows.push({ id, level, open, parent, node });
    if (open === true) for (const child of node.children) add(child, level + 1, id);
  };
  for (const node of tree.own) add(node, 1, undefined);
  for (const [key, title] of [
    ['nodes', 'Nodes'],
    ['others', 'Other objects'],
  ] as const) {
    const nodes = tree[key];
    if (nodes.length === 0) continue;
    const id = `group ${key}`;
    const open = closedByDefault.has(id) === toggled.has(id);
    rows.push({ id, level: 1, open, parent: undefined, title: `${title} (${nodes.length})` });
    if (open) for (const node of nodes) add(node, 2, id);
  }
  return rows;
}
