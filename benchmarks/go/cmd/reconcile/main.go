// Command reconcile is the peer in the benchmark of the runtime: the controller of
// benchmarks/reconcile/operator.ts, on controller-runtime.
//
// It prints `ready` once its caches are filled, and ends on SIGTERM.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"github.com/go-logr/logr"
)

func main() {
	kubeconfig := flag.String("config", "", "kubeconfig file")
	concurrency := flag.Int("concurrency", 1, "how many objects are reconciled at a time")
	write := flag.String("write", "apply", "how the ConfigMap is written: apply, create or none")
	flag.Parse()
	if err := run(*kubeconfig, *concurrency, *write); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(kubeconfig string, concurrency int, write string) error {
	log.SetLogger(logr.Discard())
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	config.QPS = -1 // The client limits itself otherwise, and the benchmark would measure that limit.

	scheme := runtime.NewScheme()
	if err := clientgoscheme.AddToScheme(scheme); err != nil {
		return err
	}
	addToScheme(scheme)

	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:                 scheme,
		Metrics:                server.Options{BindAddress: "0"},
		HealthProbeBindAddress: "0",
	})
	if err != nil {
		return err
	}

	reconciler := &reconciler{Client: manager.GetClient()}
	switch write {
	case "apply":
		reconciler.write = reconciler.apply
	case "create":
		reconciler.write = reconciler.createOrUpdate
	case "none":
	default:
		return fmt.Errorf("unknown way to write: %s", write)
	}

	err = ctrl.NewControllerManagedBy(manager).
		For(&Memcached{}).
		Owns(&corev1.ConfigMap{}).
		WithOptions(controller.Options{
			MaxConcurrentReconciles: concurrency,
			CacheSyncTimeout:        10 * time.Minute, // Two by default, which is little on a busy machine.
		}).
		Complete(reconciler)
	if err != nil {
		return err
	}

	ctx := ctrl.SetupSignalHandler()
	go func() {
		// Waiting for the cache as a whole does not wait for informers that are yet to be started.
		for _, kind := range []client.Object{&Memcached{}, &corev1.ConfigMap{}} {
			if _, err := manager.GetCache().GetInformer(ctx, kind); err != nil {
				return
			}
		}
		fmt.Println("ready")
	}()
	return manager.Start(ctx)
}
