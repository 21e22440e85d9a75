import type { Column } from './column.ts';
import { array, at } from './read.ts';

/** The external addresses of a Service. */
export const externalAddresses: Column['cell'] = (service) => {
  const listed = at(service, 'spec', 'externalIPs');
  const external: string[] = Array.isArray(listed) ? listed.map(String) : [];
  switch (at(service, 'spec', 'type')) {
    case 'ExternalName':
      return String(at(service, 'spec', 'externalName') ?? '');
    case 'LoadBalancer': {
      const given = array(at(service, 'status', 'loadBalancer', 'ingress')).map((one) =>
        String(one['ip'] ?? one['hostname'] ?? ''),
      );
      return [...given, ...external].join(',') || '<pending>';
    }
    default:
      return external.join(',') || '<none>';
  }
};

/** `80/TCP,443:30443/TCP` */
export const servicePorts: Column['cell'] = (service) => {
  const ports = array(at(service, 'spec', 'ports')).map(({ port, nodePort, protocol = 'TCP' }) =>
    nodePort
      ? `${String(port)}:${String(nodePort)}/${String(protocol)}`
      : `${String(port)}/${String(protocol)}`,
  );
  return ports.join(',') || '<none>';
};
