// Prints the fields of every Go type that the API of Kubernetes can carry as protobuf, by their number, and for each
// type samples that Go itself has encoded. Reflection sees the types behind aliases and the pointers; the tags alone
// do not: they call DeleteOptions.propagationPolicy a varint, although a string travels on the wire.
package main

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"time"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

// message is what protobuf generates for each type.
type message interface {
	Marshal() ([]byte, error)
}

// Sample is one encoded value and its JSON.
type Sample struct {
	Protobuf []byte          `json:"protobuf"`
	JSON     json.RawMessage `json:"json"`
}

// Samples of one type: with a value in each field, and with a pointer to the zero value in each optional scalar.
type Samples struct {
	Full Sample `json:"full"`
	Zero Sample `json:"zero"`
	// OptionalScalars are the JSON names of the fields that are pointers to scalars.
	OptionalScalars []string `json:"optionalScalars"`
}

// opaque types have an encoding of their own, which the decoder knows by name.
var opaque = map[reflect.Type]any{
	reflect.TypeFor[resource.Quantity]():                            resource.MustParse("1500m"),
	reflect.TypeFor[intstr.IntOrString]():                           intstr.FromString("text"),
	reflect.TypeFor[runtime.RawExtension]():                         runtime.RawExtension{Raw: []byte(`{"key":7}`)},
	reflect.TypeFor[metav1.FieldsV1]():                              metav1.FieldsV1{Raw: []byte(`{"f:key":{}}`)},
	reflect.TypeFor[metav1.Time]():                                  metav1.NewTime(time.Unix(1700000000, 0)),
	reflect.TypeFor[metav1.MicroTime]():                             metav1.NewMicroTime(time.Unix(1700000000, 5000)),
	reflect.TypeFor[metav1.Duration]():                              metav1.Duration{Duration: time.Hour},
	reflect.TypeFor[apiextensionsv1.JSON]():                         apiextensionsv1.JSON{Raw: []byte(`{"key":7}`)},
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrArray]():       apiextensionsv1.JSONSchemaPropsOrArray{Schema: &apiextensionsv1.JSONSchemaProps{Type: "string"}},
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrBool]():        apiextensionsv1.JSONSchemaPropsOrBool{Allows: true},
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrStringArray](): apiextensionsv1.JSONSchemaPropsOrStringArray{Property: []string{"text"}},
}

var messages = map[string]map[string]string{}
var samples = map[string]Samples{}

func main() {
	must(apiextensionsv1.AddToScheme(scheme.Scheme))
	must(apiregistrationv1.AddToScheme(scheme.Scheme))
	for _, kind := range scheme.Scheme.AllKnownTypes() {
		if isMessage(kind) {
			add(kind)
		}
	}
	must(json.NewEncoder(os.Stdout).Encode(map[string]any{"messages": messages, "samples": samples}))
}

func add(t reflect.Type) {
	name := nameOf(t)
	if _, known := messages[name]; known {
		return
	}
	fields := map[string]string{}
	messages[name] = fields
	optional := []string{}
	for i := range t.NumField() {
		field := t.Field(i)
		tag, tagged := field.Tag.Lookup("protobuf")
		jsonName, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !tagged || jsonName == "-" || tag == "-" {
			continue
		}
		fields[strings.Split(tag, ",")[1]] = jsonName + " " + wireType(field.Type)
		if field.Type.Kind() == reflect.Pointer && isScalar(field.Type.Elem()) {
			optional = append(optional, jsonName)
		}
	}
	full := reflect.New(t)
	fill(full.Elem(), 1)
	zero := reflect.New(t)
	pointToZero(zero.Elem())
	samples[name] = Samples{Full: sample(full), Zero: sample(zero), OptionalScalars: optional}
}

// wireType is `?` for a pointer, `*` for a list, `{}` for a map, and then a scalar or the name of a message.
func wireType(t reflect.Type) string {
	if _, isOpaque := opaque[t]; isOpaque {
		return nameOf(t)
	}
	switch t.Kind() {
	case reflect.Pointer:
		return "?" + wireType(t.Elem())
	case reflect.Map:
		return "{}" + wireType(t.Elem())
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		if isMessage(t) {
			return nameOf(t)
		}
		return "*" + wireType(t.Elem())
	case reflect.Struct:
		add(t)
		return nameOf(t)
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "bool"
	case reflect.Float64:
		return "float"
	case reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint32, reflect.Uint64:
		return "int"
	}
	panic("no wire type for " + t.String())
}

// nameOf is `core/v1/Container` for k8s.io/api/core/v1.Container.
func nameOf(t reflect.Type) string {
	path := strings.Split(t.PkgPath(), "/")
	group := strings.Join(path[len(path)-2:], "/")
	if group == "api/resource" || group == "util/intstr" || group == "pkg/runtime" {
		group = path[len(path)-1]
	}
	return group + "/" + t.Name()
}

func isMessage(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[message]())
}

func isScalar(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.String, reflect.Bool, reflect.Int32, reflect.Int64, reflect.Float64:
		return true
	}
	return false
}

func fill(value reflect.Value, depth int) {
	t := value.Type()
	if sample, isOpaque := opaque[t]; isOpaque {
		value.Set(reflect.ValueOf(sample))
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		value.Set(reflect.New(t.Elem()))
		fill(value.Elem(), depth)
	case reflect.Map:
		item := reflect.New(t.Elem()).Elem()
		fill(item, depth)
		value.Set(reflect.MakeMap(t))
		value.SetMapIndex(reflect.ValueOf("key").Convert(t.Key()), item)
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			value.SetBytes([]byte{1, 2, 3})
			return
		}
		value.Set(reflect.MakeSlice(t, 1, 1))
		fill(value.Index(0), depth)
	case reflect.Struct:
		for i := range t.NumField() {
			if _, tagged := t.Field(i).Tag.Lookup("protobuf"); !tagged {
				continue
			}
			inlined := strings.HasPrefix(t.Field(i).Tag.Get("json"), ",inline")
			if depth > 0 || inlined {
				next := depth - 1
				if inlined {
					next = depth
				}
				fill(value.Field(i), next)
			}
		}
	case reflect.String:
		value.SetString("text")
	case reflect.Bool:
		value.SetBool(true)
	case reflect.Float64:
		value.SetFloat(1.5)
	case reflect.Int, reflect.Int32, reflect.Int64:
		value.SetInt(7)
	case reflect.Uint32, reflect.Uint64:
		value.SetUint(7)
	}
}

func pointToZero(value reflect.Value) {
	t := value.Type()
	for i := range t.NumField() {
		if field := t.Field(i).Type; field.Kind() == reflect.Pointer && isScalar(field.Elem()) {
			value.Field(i).Set(reflect.New(field.Elem()))
		}
	}
}

func sample(value reflect.Value) Sample {
	encoded, err := value.Interface().(message).Marshal()
	must(err)
	asJSON, err := json.Marshal(value.Interface())
	must(err)
	return Sample{Protobuf: encoded, JSON: asJSON}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
