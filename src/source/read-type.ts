import { ts } from 'ts-morph';
import type { CommentLine, IndexSignature, Member } from './source-file.ts';
import type { TypeSyntax } from './type-syntax.ts';
import { placeOfNode } from './place-of.ts';
import { readDoc } from './read-doc.ts';
import { textOf } from './text-of.ts';

/** Turns type nodes into plain data; `take` hands over the comments of a node and marks them as used. */
export class TypeReader {
  readonly #file: ts.SourceFile;
  readonly #take: (node: ts.Node) => readonly CommentLine[];

  constructor(file: ts.SourceFile, take: (node: ts.Node) => readonly CommentLine[]) {
    this.#file = file;
    this.#take = take;
  }

  read(node: ts.TypeNode): TypeSyntax {
    const common = { place: placeOfNode(this.#file, node), text: textOf(this.#file, node) };
    if (ts.isParenthesizedTypeNode(node)) return this.read(node.type);
    if (ts.isTypeReferenceNode(node)) {
      const name = textOf(this.#file, node.typeName);
      return { ...common, kind: 'reference', name, arguments: this.#readAll(node.typeArguments) };
    }
    if (ts.isExpressionWithTypeArguments(node)) {
      const name = textOf(this.#file, node.expression);
      return { ...common, kind: 'reference', name, arguments: this.#readAll(node.typeArguments) };
    }
    if (ts.isArrayTypeNode(node)) return { ...common, kind: 'array', element: this.read(node.elementType) };
    if (ts.isTupleTypeNode(node)) return { ...common, kind: 'tuple', elements: this.#readAll(node.elements) };
    if (ts.isNamedTupleMember(node)) return this.read(node.type);
    if (ts.isUnionTypeNode(node)) return { ...common, kind: 'union', members: this.#readAll(node.types) };
    if (ts.isIntersectionTypeNode(node))
      return { ...common, kind: 'intersection', members: this.#readAll(node.types) };
    if (ts.isTypeLiteralNode(node)) return { ...common, kind: 'object', ...this.readMembers(node.members) };
    if (ts.isTemplateLiteralTypeNode(node)) return { ...common, kind: 'template' };
    if (ts.isLiteralTypeNode(node)) return { ...common, ...literal(node.literal, common.text) };
    if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword)
      return this.read(node.type);
    if (ts.isFunctionTypeNode(node)) return { ...common, kind: 'unsupported', what: 'a function' };
    const keyword = ts.tokenToString(node.kind);
    if (keyword !== undefined) return { ...common, kind: 'keyword', name: keyword };
    return { ...common, kind: 'unsupported', what: describe(node) };
  }

  readMembers(nodes: readonly ts.TypeElement[]): { members: readonly Member[]; index?: IndexSignature } {
    const members: Member[] = [];
    let index: IndexSignature | undefined;
    for (const node of nodes) {
      if (ts.isIndexSignatureDeclaration(node)) {
        const key = node.parameters[0]?.type;
        if (key !== undefined) index = { key: this.read(key), value: this.read(node.type) };
      } else if (node.name !== undefined) {
        members.push(this.#readMember(node, node.name));
      }
    }
    return index === undefined ? { members } : { members, index };
  }

  #readMember(node: ts.TypeElement, nameNode: ts.PropertyName): Member {
    const written = ts.isStringLiteral(nameNode) ? nameNode.text : textOf(this.#file, nameNode);
    const place = placeOfNode(this.#file, nameNode);
    const type =
      ts.isPropertySignature(node) && node.type !== undefined
        ? this.read(node.type)
        : { place, text: written, kind: 'unsupported' as const, what: memberWithoutType(node) };
    return {
      name: written,
      place,
      doc: readDoc(this.#file, node),
      comments: this.#take(node),
      optional: node.questionToken !== undefined,
      type,
    };
  }

  #readAll(nodes: readonly ts.TypeNode[] | undefined): readonly TypeSyntax[] {
    return (nodes ?? []).map((node) => this.read(node));
  }
}

type LiteralSyntax =
  { kind: 'literal'; value: string | number | boolean } | { kind: 'keyword'; name: string };

function literal(node: ts.LiteralTypeNode['literal'], text: string): LiteralSyntax {
  if (ts.isStringLiteralLike(node)) return { kind: 'literal', value: node.text };
  if (ts.isNumericLiteral(node)) return { kind: 'literal', value: Number(node.text) };
  if (ts.isPrefixUnaryExpression(node)) return { kind: 'literal', value: Number(text) };
  if (node.kind === ts.SyntaxKind.TrueKeyword) return { kind: 'literal', value: true };
  if (node.kind === ts.SyntaxKind.FalseKeyword) return { kind: 'literal', value: false };
  return { kind: 'keyword', name: node.kind === ts.SyntaxKind.NullKeyword ? 'null' : 'bigint' };
}

function memberWithoutType(node: ts.TypeElement): string {
  return ts.isPropertySignature(node) ? 'a property without a type' : 'a function';
}

function describe(node: ts.TypeNode): string {
  if (ts.isMappedTypeNode(node)) return 'a mapped type';
  if (ts.isConditionalTypeNode(node)) return 'a conditional type';
  if (ts.isIndexedAccessTypeNode(node)) return 'an indexed access';
  if (ts.isTypeQueryNode(node)) return 'a typeof query';
  if (ts.isTypeOperatorNode(node)) return 'a type operator';
  return 'a type of this form';
}
