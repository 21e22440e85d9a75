import { messageOf } from '../failures.ts';
import type { Logger } from '../logging/logger.ts';
import {
  conversionApiVersion,
  type ConversionRequest,
  type ConversionResponse,
  type Convertible,
  type ConvertibleList,
} from './conversion-review.ts';
import type { Conversions } from './conversions.ts';
import { readReview } from './review.ts';
import type { ReviewHandler } from './routes.ts';

export const conversionPath = '/convert';

/** Handles conversion reviews: responds with all objects in order, or with the first error. */
export function conversionHandler(conversions: Conversions, log: Logger): ReviewHandler {
  return async (body) => {
    const request = readReview<ConversionRequest>(body, 'ConversionReview', conversionApiVersion);
    const response = convertAll(conversions, request, log);
    return { apiVersion: conversionApiVersion, kind: 'ConversionReview', response };
  };
}

function convertAll(
  conversions: Conversions,
  { uid, desiredAPIVersion, objects }: ConversionRequest,
  log: Logger,
): ConversionResponse {
  let current = 'the request';
  try {
    const convert = (object: Convertible): Convertible => {
      current = nameOf(object);
      return conversions.convert(object, desiredAPIVersion);
    };
    const convertedObjects = objects.map((object) =>
      isList(object)
        ? { ...object, apiVersion: desiredAPIVersion, items: object.items.map(convert) }
        : convert(object),
    );
    return { uid, convertedObjects, result: { status: 'Success' } };
  } catch (error) {
    log.error('conversion failed', { uid, desiredAPIVersion, object: current, error });
    const message = `${current}: ${messageOf(error)}`;
    return { uid, convertedObjects: [], result: { status: 'Failure', message } };
  }
}

function isList(object: Convertible | ConvertibleList): object is ConvertibleList {
  return 'items' in object && Array.isArray(object.items) && object.kind.endsWith('List');
}

function nameOf({ kind, apiVersion, metadata = {} }: Convertible): string {
  const { namespace, name } = metadata;
  const object = [namespace, name].filter((part) => part !== undefined).join('/');
  return [kind, object, `(${apiVersion})`].filter((part) => part !== '').join(' ');
}
