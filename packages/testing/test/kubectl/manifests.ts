export const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: memcacheds.cache.example.com
spec:
  group: cache.example.com
  scope: Namespaced
  names: { kind: Memcached, plural: memcacheds, singular: memcached, shortNames: [mc] }
  versions:
    - name: v1
      served: true
      storage: true
      subresources:
        scale: { specReplicasPath: .spec.size, statusReplicasPath: .status.size }
        status: {}
      additionalPrinterColumns:
        - { name: Size, type: integer, jsonPath: .spec.size }
        - { name: Age, type: date, jsonPath: .metadata.creationTimestamp }
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                size: { type: integer, description: How many pods to run. }
            status:
              type: object
              properties:
                size: { type: integer }
`;

export const memcached = (size: number): string => `
apiVersion: cache.example.com/v1
kind: Memcached
metadata: { name: sample }
spec: { size: ${size} }
`;

export const deployment = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: nginx }]
`;
