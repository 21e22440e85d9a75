import { type CustomResource, defineKind, type Int32 } from '@opgen/runtime';

/**
 * A sign has text. It hangs on a {@link Post}, see {@link https://example.com/signs | the manual}.
 *
 * ```yaml
 * TODO: stays in code
 * --- and so does this
 * ```
 *
 * @remarks Nobody reads this.
 */
interface Sign {
  // The text, in `//` lines:
  //   - indented lines stay indented
  //   - one a line
  // TODO: which languages?
  text: string;

  /** One line. */
  colour?: string;

  /**
   * How high it hangs.
   * --- all of this is for developers
   */
  height?: Int32;

  /**
   * Which font.
   *
   * @deprecated Use `style`, which knows
   * more than fonts.
   * @default 'serif'
   */
  font?: string;

  // A remark about the file, apart from the field.

  size?: Size;

  /** Its own size. It says more. */
  other?: Size;
}

/** How large it is. */
type Size = 'S' | 'L';

/** Says only this. Not this. */
// +opgen:descriptions=sentence
interface Short {
  /** First. Second. */
  a: string;
}

export interface SignpostSpec {
  sign: Sign;
  short?: Short;
  /** Gone, with all below. */
  // +opgen:descriptions=none
  silent?: Sign;
  /** Not part of the API. */
  // +opgen:ignore
  cache?: Map<string, () => void>;
}

export interface Post {
  wood: string;
}

/** Shows the way. */
export interface Signpost extends CustomResource<SignpostSpec> {
  apiVersion: 'zoo.example.com/v1';
  kind: 'Signpost';
}

export const Signpost = defineKind<Signpost>({
  apiVersion: 'zoo.example.com/v1',
  kind: 'Signpost',
  plural: 'signposts',
  scope: 'Cluster',
});
