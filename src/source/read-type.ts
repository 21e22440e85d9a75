import { ts } from 'ts-morph';
import type { CommentLine, Documented } from './documented.ts';
import type { IndexSignature, MappedSyntax, Member, TupleElement, TypeSyntax } from './type-syntax.ts';
import { placeOf, placeOfNode } from './place-of.ts';
import { type NumberSyntax, numberSyntax } from './read-constant.ts';
import { readDoc } from './read-doc.ts';
import { startOf, textOf } from './text-of.ts';

/** Turns type nodes into plain data. `take` returns the comments of a node and marks them as used. */
export class TypeReader {
  /** The fields and index signatures read so far, which may have markers. */
  readonly fields: Documented[] = [];
  readonly #file: ts.SourceFile;
  readonly #take: (node: ts.Node) => readonly CommentLine[];

  constructor(file: ts.SourceFile, take: (node: ts.Node) => readonly CommentLine[]) {
    this.#file = file;
    this.#take = take;
  }

  read(node: ts.TypeNode): TypeSyntax {
    if (ts.isParenthesizedTypeNode(node)) return this.read(node.type);
    if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword)
      return this.read(node.type);
    const start = startOf(this.#file, node);
    const common = {
      place: placeOf(this.#file, start, node.end),
      text: this.#file.text.slice(start, node.end),
    };
    if (ts.isTypeReferenceNode(node)) return { ...common, ...this.#reference(node.typeName, node) };
    if (ts.isExpressionWithTypeArguments(node))
      return { ...common, ...this.#reference(node.expression, node) };
    if (ts.isImportTypeNode(node)) {
      const { name, module, ...type } = this.#importType(node);
      const meant = { name, ...(module !== undefined && { module }) };
      return node.isTypeOf ? { ...common, kind: 'typeof', ...meant } : { ...common, ...type, ...meant };
    }
    if (ts.isArrayTypeNode(node)) return { ...common, kind: 'array', element: this.read(node.elementType) };
    if (ts.isTupleTypeNode(node))
      return { ...common, kind: 'tuple', elements: node.elements.map((element) => this.#element(element)) };
    if (ts.isUnionTypeNode(node)) return { ...common, kind: 'union', members: this.#readAll(node.types) };
    if (ts.isIntersectionTypeNode(node))
      return { ...common, kind: 'intersection', members: this.#readAll(node.types) };
    if (ts.isTypeLiteralNode(node)) return { ...common, kind: 'object', ...this.readMembers(node.members) };
    if (ts.isTemplateLiteralTypeNode(node)) return { ...common, ...this.#template(node) };
    if (ts.isLiteralTypeNode(node)) return { ...common, ...literal(node.literal, common.text) };
    if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.KeyOfKeyword)
      return { ...common, kind: 'keyof', type: this.read(node.type) };
    if (ts.isTypeQueryNode(node))
      return { ...common, kind: 'typeof', name: textOf(this.#file, node.exprName) };
    if (ts.isIndexedAccessTypeNode(node)) {
      const { indexType, objectType } = node;
      return { ...common, kind: 'indexed', object: this.read(objectType), index: this.read(indexType) };
    }
    if (ts.isMappedTypeNode(node)) return { ...common, ...this.#mapped(node) };
    if (ts.isConditionalTypeNode(node)) {
      const { checkType, extendsType, falseType, trueType } = node;
      return {
        ...common,
        kind: 'conditional',
        check: this.read(checkType),
        extends: this.read(extendsType),
        whenTrue: this.read(trueType),
        whenFalse: this.read(falseType),
      };
    }
    const keyword = ts.tokenToString(node.kind);
    if (keyword !== undefined) return { ...common, kind: 'keyword', name: keyword };
    return { ...common, kind: 'unsupported', ...describe(node) };
  }

  readMembers(nodes: readonly ts.TypeElement[]): { members: readonly Member[]; index?: IndexSignature } {
    const members: Member[] = [];
    let index: IndexSignature | undefined;
    for (const node of nodes) {
      if (ts.isIndexSignatureDeclaration(node)) {
        const another = this.#indexSignature(node);
        index = index !== undefined && another !== undefined ? severalIndexes(another) : (another ?? index);
      }
      if (node.name !== undefined) members.push(this.#readMember(node, node.name));
    }
    return index === undefined ? { members } : { members, index };
  }

  #indexSignature(node: ts.IndexSignatureDeclaration): IndexSignature | undefined {
    const [parameter] = node.parameters;
    if (parameter?.type === undefined) return undefined;
    const index: IndexSignature = {
      name: `[${textOf(this.#file, parameter)}]`,
      place: placeOfNode(this.#file, parameter),
      doc: readDoc(this.#file, node),
      comments: this.#take(node),
      key: this.read(parameter.type),
      value: this.read(node.type),
    };
    this.fields.push(index);
    return index;
  }

  #readMember(node: ts.TypeElement, nameNode: ts.PropertyName): Member {
    const written =
      ts.isStringLiteral(nameNode) || ts.isNumericLiteral(nameNode)
        ? nameNode.text
        : textOf(this.#file, nameNode);
    const place = placeOfNode(this.#file, nameNode);
    const unsupported = (what: string, hint: string): TypeSyntax => ({
      place,
      text: written,
      kind: 'unsupported',
      what,
      hint,
    });
    const type = ts.isComputedPropertyName(nameNode)
      ? unsupported('a computed name', 'write the name as a string literal')
      : !ts.isPropertySignature(node)
        ? unsupported('a function', noFunctions)
        : node.type === undefined
          ? unsupported('a property without a type', 'write its type')
          : this.read(node.type);
    const member: Member = {
      name: written,
      place,
      doc: readDoc(this.#file, node),
      comments: this.#take(node),
      optional: node.questionToken !== undefined,
      type,
    };
    this.fields.push(member);
    return member;
  }

  #reference(
    name: ts.Node,
    { typeArguments }: ts.NodeWithTypeArguments,
  ): Omit<TypeSyntax & { kind: 'reference' }, 'place' | 'text'> {
    return { kind: 'reference', name: textOf(this.#file, name), arguments: this.#readAll(typeArguments) };
  }

  #importType(node: ts.ImportTypeNode): Omit<TypeSyntax & { kind: 'reference' }, 'place' | 'text'> {
    const { argument, qualifier } = node;
    const module = ts.isLiteralTypeNode(argument) && ts.isStringLiteral(argument.literal);
    return {
      ...this.#reference(qualifier ?? node, node),
      ...(module && { module: (argument.literal as ts.StringLiteral).text }),
    };
  }

  #element(node: ts.TypeNode): TupleElement {
    if (ts.isNamedTupleMember(node)) {
      const { dotDotDotToken, questionToken, type } = node;
      return {
        type: this.read(type),
        optional: questionToken !== undefined,
        rest: dotDotDotToken !== undefined,
      };
    }
    if (ts.isOptionalTypeNode(node)) return { type: this.read(node.type), optional: true, rest: false };
    if (ts.isRestTypeNode(node)) return { type: this.read(node.type), optional: false, rest: true };
    return { type: this.read(node), optional: false, rest: false };
  }

  #template(node: ts.TemplateLiteralTypeNode): { kind: 'template'; parts: (string | TypeSyntax)[] } {
    const spans = node.templateSpans.flatMap(({ literal, type }) => [this.read(type), literal.text]);
    return { kind: 'template', parts: [node.head.text, ...spans].filter((part) => part !== '') };
  }

  #mapped(node: ts.MappedTypeNode): MappedSyntax | { kind: 'unsupported'; what: string; hint: string } {
    const { nameType, questionToken, type, typeParameter } = node;
    if (typeParameter.constraint === undefined || type === undefined)
      return {
        kind: 'unsupported',
        what: 'a mapped type without a type',
        hint: 'write the type of its values',
      };
    return {
      kind: 'mapped',
      parameter: ts.idText(typeParameter.name),
      keys: this.read(typeParameter.constraint),
      ...(nameType && { rename: this.read(nameType) }),
      ...(questionToken && { optional: questionToken.kind !== ts.SyntaxKind.MinusToken }),
      value: this.read(type),
    };
  }

  #readAll(nodes: readonly ts.TypeNode[] | undefined): readonly TypeSyntax[] {
    return (nodes ?? []).map((node) => this.read(node));
  }
}

type LiteralSyntax =
  NumberSyntax | { kind: 'literal'; value: string | boolean } | { kind: 'keyword'; name: string };

function literal(node: ts.LiteralTypeNode['literal'], text: string): LiteralSyntax {
  if (ts.isStringLiteralLike(node)) return { kind: 'literal', value: node.text };
  const number = numberSyntax(node, text);
  if (number !== undefined) return number;
  if (node.kind === ts.SyntaxKind.TrueKeyword) return { kind: 'literal', value: true };
  if (node.kind === ts.SyntaxKind.FalseKeyword) return { kind: 'literal', value: false };
  return { kind: 'keyword', name: node.kind === ts.SyntaxKind.NullKeyword ? 'null' : 'bigint' };
}

function severalIndexes(last: IndexSignature): IndexSignature {
  const { place, value } = last;
  const hint = 'write one index signature with a union of the value types';
  return {
    ...last,
    value: { place, text: value.text, kind: 'unsupported', what: 'a second index signature', hint },
  };
}

const noFunctions = 'JSON has no functions: remove it, or move it to a separate type';

function describe(node: ts.TypeNode): { what: string; hint: string } {
  if (ts.isFunctionTypeNode(node) || ts.isConstructorTypeNode(node))
    return { what: 'a function', hint: noFunctions };
  if (ts.isInferTypeNode(node))
    return { what: 'infer', hint: "access a part by name, Spec['field'] or List[number]" };
  if (ts.isTypeOperatorNode(node))
    return { what: 'a unique symbol', hint: 'JSON has no symbols: use string' };
  return { what: 'a type of this form', hint: 'write the type out' };
}
