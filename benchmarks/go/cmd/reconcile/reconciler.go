package main

import (
	"context"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	metav1ac "k8s.io/client-go/applyconfigurations/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// reconciler gives every Memcached a ConfigMap and a status. Its twin is benchmarks/reconcile/operator.ts.
type reconciler struct {
	client.Client
	write func(context.Context, *Memcached) error
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var memcached Memcached
	if err := r.Get(ctx, request.NamespacedName, &memcached); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if r.write == nil {
		return ctrl.Result{}, nil
	}
	if err := r.write(ctx, &memcached); err != nil {
		return ctrl.Result{}, err
	}
	status := MemcachedStatus{ObservedGeneration: memcached.Generation, Ready: true}
	if memcached.Status == status {
		return ctrl.Result{}, nil
	}
	before := memcached.DeepCopy()
	memcached.Status = status
	return ctrl.Result{}, client.IgnoreNotFound(r.Status().Patch(ctx, &memcached, client.MergeFrom(before)))
}

// createOrUpdate reads the ConfigMap from the cache and writes it when it is not as it should be.
func (r *reconciler) createOrUpdate(ctx context.Context, memcached *Memcached) error {
	configMap := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: memcached.Name, Namespace: memcached.Namespace},
	}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, configMap, func() error {
		configMap.Data = settings(memcached)
		return controllerutil.SetControllerReference(memcached, configMap, r.Scheme())
	})
	return err
}

// apply asks the server to make the ConfigMap as it should be, each time.
func (r *reconciler) apply(ctx context.Context, memcached *Memcached) error {
	owner := metav1ac.OwnerReference().
		WithAPIVersion(groupVersion.String()).
		WithKind("Memcached").
		WithName(memcached.Name).
		WithUID(memcached.UID).
		WithController(true).
		WithBlockOwnerDeletion(true)
	configMap := corev1ac.ConfigMap(memcached.Name, memcached.Namespace).
		WithOwnerReferences(owner).
		WithData(settings(memcached))
	return r.Apply(ctx, configMap, client.ForceOwnership, client.FieldOwner("benchmark"))
}

func settings(memcached *Memcached) map[string]string {
	return map[string]string{"size": strconv.Itoa(int(memcached.Spec.Size))}
}
