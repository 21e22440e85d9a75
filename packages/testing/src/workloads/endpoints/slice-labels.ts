import type { Service } from '@opgen/runtime/kinds/core/v1';
import type { EndpointSlice } from '@opgen/runtime/kinds/discovery/v1';

/** The name under which the controller marks its EndpointSlices. */
export const sliceController = 'endpointslice-controller.k8s.io';
/** The name of the Service of an EndpointSlice. */
export const serviceNameLabel = 'kubernetes.io/service-name';
export const managedByLabel = 'endpointslice.kubernetes.io/managed-by';

const headlessLabel = 'service.kubernetes.io/headless';
const reserved = [serviceNameLabel, managedByLabel, headlessLabel];

/** The labels of the Service, those that find the slices of a Service, and whether it is headless. */
export function sliceLabels(service: Service): Record<string, string> {
  return {
    ...custom(service.metadata.labels),
    ...headless(service),
    [serviceNameLabel]: service.metadata.name,
    [managedByLabel]: sliceController,
  };
}

/** The label of what belongs to a headless Service. */
export function headless({ spec }: Service): Record<string, string> {
  const { clusterIP = '' } = spec;
  return clusterIP === 'None' || clusterIP === '' ? { [headlessLabel]: '' } : {};
}

/** Whether the slice has all labels of the Service and no others. Reserved labels do not count. */
export function hasLabelsOf(slice: EndpointSlice, service: Service): boolean {
  const actual = Object.entries(custom(slice.metadata.labels));
  const expected = custom(service.metadata.labels);
  return (
    actual.length === Object.keys(expected).length &&
    actual.every(([name, value]) => expected[name] === value)
  );
}

function custom(labels: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => !reserved.includes(name)));
}
