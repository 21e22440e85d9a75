import {
  type AdmissionContext,
  deny,
  type JsonPatchOperation,
  type Manager,
  type MutatingHandler,
  type ValidatingHandler,
} from '@opgen/runtime';
import type { Scale } from '@opgen/runtime/kinds/autoscaling/v1';
import type { AdmissionObject, AdmissionRequest } from '@opgen/runtime/webhook';

// +webhook:groups=apps,resources=deployments/scale;statefulsets/scale,verbs=update,versions=v1,name=scale.cache.example.com,path=/validate-scale,scope=Namespaced
export class ScaleLimit implements ValidatingHandler<Scale> {
  handle({ object, name }: AdmissionRequest<Scale>, { audit, warn }: AdmissionContext<Scale>): void {
    const replicas = object?.spec?.replicas ?? 0;
    audit('replicas', String(replicas));
    if (replicas > 10) deny(`${name} must not have more than 10 replicas`, { details: { name } });
    if (replicas > 5) warn('more than 5 replicas need the approval of the capacity team');
  }
}

// +webhook:groups=*,resources=*,verbs=create,versions=*,name=creator.cache.example.com,path=/mutate-creator,scope=Namespaced
export class CreatorAnnotation implements MutatingHandler {
  handle({ object, userInfo }: AdmissionRequest<AdmissionObject>): JsonPatchOperation[] {
    const annotations = { ...object?.metadata?.annotations, 'example.com/creator': userInfo.username ?? '' };
    return [{ op: 'add', path: '/metadata/annotations', value: annotations }];
  }
}

// +webhook:groups=core,resources=pods/exec;pods/attach;pods/eviction,verbs=connect;create,versions=v1,name=protected.cache.example.com,path=/validate-protected,scope=Namespaced
export class ProtectedPods implements ValidatingHandler {
  handle({ name = '', subResource, userInfo }: AdmissionRequest<AdmissionObject>): void {
    const isAdministrator = userInfo.groups?.includes('administrators') === true;
    if (name.startsWith('database-') && !isAdministrator) {
      deny(`only administrators may use ${subResource} on ${name}`);
    }
  }
}

export function setupRequestWebhooks(manager: Manager): void {
  manager.validatingWebhook('/validate-scale', new ScaleLimit());
  manager.mutatingWebhook('/mutate-creator', new CreatorAnnotation());
  manager.validatingWebhook('/validate-protected', new ProtectedPods());
}
