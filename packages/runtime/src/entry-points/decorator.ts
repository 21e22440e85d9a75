// Decorators: attach objects, labels and annotations to objects that other controllers own.
export {
  type Decorated,
  decorated,
  type DecoratedKinds,
  type Decoration,
  type DecoratorOptions,
  type Undecorated,
} from '../decorator/decorator.ts';
