import { InvalidReviewError } from './routes.ts';

/** The request in a review of this kind; throws `InvalidReviewError` for anything else. */
export function readReview<Request extends { uid: string }>(
  body: string,
  kind: string,
  apiVersion: string,
): Request {
  const review = parsed(body);
  if (review?.kind !== kind || review.apiVersion !== apiVersion) {
    const found = `${String(review?.kind)} of ${String(review?.apiVersion)}`;
    throw new InvalidReviewError(`expected a ${kind} of ${apiVersion}, got ${found}`);
  }
  const { request } = review;
  if (typeof request?.uid !== 'string' || request.uid === '') {
    throw new InvalidReviewError(`the ${kind} has no request with a uid`);
  }
  return request as Request;
}

interface UncheckedReview {
  apiVersion?: unknown;
  kind?: unknown;
  request?: { uid?: unknown } | null;
}

function parsed(body: string): UncheckedReview | null {
  try {
    return JSON.parse(body) as UncheckedReview | null;
  } catch (error) {
    throw new InvalidReviewError(`invalid JSON: ${(error as Error).message}`);
  }
}
