import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { goModuleFolder } from '../support/go-programs.ts';
import { kindNames, pluralOf } from './kind-names.ts';
import type { ProjectFile } from './project-file.ts';

/** The same kinds as a kubebuilder project: a type and a controller per kind, in a separate module. */
export async function goProject(count: number): Promise<ProjectFile[]> {
  return [
    { path: 'go.mod', content: await readFile(join(goModuleFolder, 'go.mod'), 'utf8') },
    { path: 'go.sum', content: await readFile(join(goModuleFolder, 'go.sum'), 'utf8') },
    { path: 'api/v1/groupversion_info.go', content: groupVersion },
    ...kindNames(count).flatMap((kind) => [
      { path: `api/v1/${kind.toLowerCase()}_types.go`, content: type(kind) },
      { path: `internal/controller/${kind.toLowerCase()}_controller.go`, content: controller(kind) },
    ]),
  ];
}

const groupVersion = `// +kubebuilder:object:generate=true
// +groupName=benchmark.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var (
	GroupVersion  = schema.GroupVersion{Group: "benchmark.example.com", Version: "v1"}
	SchemeBuilder runtime.SchemeBuilder
	AddToScheme   = SchemeBuilder.AddToScheme
)

func register(objects ...runtime.Object) {
	SchemeBuilder.Register(func(scheme *runtime.Scheme) error {
		scheme.AddKnownTypes(GroupVersion, objects...)
		metav1.AddToGroupVersion(scheme, GroupVersion)
		return nil
	})
}
`;

function type(kind: string): string {
  return `package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Where a member keeps its data.
type ${kind}Storage struct {
	// How many gibibytes each member gets.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:default=10
	Gibibytes int32 \`json:"gibibytes,omitempty"\`

	// The storage class to take it from.
	// +kubebuilder:validation:MaxLength=253
	ClassName string \`json:"className,omitempty"\`
}

// One of those that work together.
type ${kind}Member struct {
	// What the member is called.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:Pattern=\`^[a-z][a-z0-9-]*$\`
	Name string \`json:"name"\`

	// How much of the work it takes.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100
	Weight *int32 \`json:"weight,omitempty"\`
}

// +kubebuilder:validation:Enum=Standalone;Replicated;Sharded
type ${kind}Mode string

// The desired state of a ${kind}.
type ${kind}Spec struct {
	// Number of replicas to run.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=5
	// +kubebuilder:default=1
	Size int32 \`json:"size,omitempty"\`

	// Image to run.
	// +kubebuilder:validation:MinLength=1
	Image string \`json:"image"\`

	// How the members work together.
	// +kubebuilder:default=Standalone
	Mode ${kind}Mode \`json:"mode,omitempty"\`

	// Ports to serve.
	// +kubebuilder:validation:MaxItems=16
	Ports []corev1.ServicePort \`json:"ports,omitempty"\`

	// The members by name.
	// +listType=map
	// +listMapKey=name
	Members []${kind}Member \`json:"members,omitempty"\`

	// Where data is kept.
	Storage *${kind}Storage \`json:"storage,omitempty"\`

	// Which Pods count.
	Selector *metav1.LabelSelector \`json:"selector,omitempty"\`

	// Labels for everything that is made.
	Labels map[string]string \`json:"labels,omitempty"\`

	// Nothing is done while this holds.
	Suspend bool \`json:"suspend,omitempty"\`
}

// The observed state of a ${kind}.
type ${kind}Status struct {
	// Generation of the spec that this status describes.
	ObservedGeneration int64 \`json:"observedGeneration,omitempty"\`

	// Number of replicas that accept connections.
	ReadyReplicas int32 \`json:"readyReplicas,omitempty"\`

	// Current service state, one condition per type.
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition \`json:"conditions,omitempty"\`
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Size,type=integer,JSONPath=.spec.size
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp

// A ${kind} is served by a fixed number of replicas.
type ${kind} struct {
	metav1.TypeMeta   \`json:",inline"\`
	metav1.ObjectMeta \`json:"metadata,omitempty"\`

	Spec   ${kind}Spec   \`json:"spec"\`
	Status ${kind}Status \`json:"status,omitempty"\`
}

// +kubebuilder:object:root=true

type ${kind}List struct {
	metav1.TypeMeta \`json:",inline"\`
	metav1.ListMeta \`json:"metadata,omitempty"\`
	Items           []${kind} \`json:"items"\`
}

func init() {
	register(&${kind}{}, &${kind}List{})
}
`;
}

function controller(kind: string): string {
  const plural = pluralOf(kind);
  return `package controller

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	benchmarkv1 "opgen/benchmarks/api/v1"
)

// ${kind}Reconciler looks after every ${kind}.
type ${kind}Reconciler struct {
	client.Client
}

// +kubebuilder:rbac:groups=benchmark.example.com,resources=${plural},verbs=get;list;watch;update;patch
// +kubebuilder:rbac:groups=benchmark.example.com,resources=${plural}/status,verbs=get;patch
// +kubebuilder:rbac:groups=benchmark.example.com,resources=${plural}/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch;delete

func (r *${kind}Reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	object := &benchmarkv1.${kind}{}
	return ctrl.Result{}, client.IgnoreNotFound(r.Get(ctx, request.NamespacedName, object))
}
`;
}
