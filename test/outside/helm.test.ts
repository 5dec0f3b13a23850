import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { services } from '@frontdesk/cli'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { findTool, outsideTools } from './outside-tools.ts'

const helm = findTool('helm')
const validator = findTool('kubernetes-validate/bin/kubernetes-validate')
const models = findTool('kubernetes-models/package.json')
const root = fileURLToPath(new URL('../..', import.meta.url))
const chart = join(root, 'deploy/helm/frontdesk')
const everything = ['--values', join(chart, 'ci/everything.yaml')]
const kinds = { defaults: [], cpu: ['--set', 'autoscaling.kind=cpu'], everything }
const names = services.map(({ name }) => name).sort()

function render(options: string[]): string {
  const args = ['template', 'desk', chart, '--namespace', 'frontdesk', '--kube-version', '1.34.0', ...options]
  return execFileSync(helm!, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
  })
}
const objectsOf = (options: string[]): any[] =>
  parseAllDocuments(render(options))
    .map((each) => each.toJS())
    .filter(Boolean)
const byComponent = (objects: any[], kind: string): Record<string, any> =>
  Object.fromEntries(
    objects
      .filter((each) => each.kind === kind && each.metadata.labels['app.kubernetes.io/component'])
      .map((each) => [each.metadata.labels['app.kubernetes.io/component'], each]),
  )

describe.skipIf(!helm)(`the Helm chart${helm ? '' : ' (no helm: run scripts/install-outside-tools)'}`, () => {
  test('passes the linter, and rejects a value that it does not know', async () => {
    await promisify(execFile)(helm!, ['lint', '--strict', chart, ...everything])
    expect(() => render(['--set', 'autoscalling.kind=keda'])).toThrow()
    expect(() => render(['--set', 'autoscaling.kind=often'])).toThrow()
    expect(() => render(['--set', 'services.chat.reaches={moon}'])).toThrow()
  })

  test.for(Object.entries(kinds))('is valid for Kubernetes, rendered with: %s', async ([, options], ctx) => {
    if (!validator) return ctx.skip('no kubernetes-validate: run scripts/install-outside-tools')
    const dir = mkdtempSync(join(tmpdir(), 'frontdesk-helm-'))
    const file = join(dir, 'rendered.yaml')
    const own = /^apiVersion: .*(?:keda\.sh|monitoring\.coreos\.com|external-secrets\.io)\//m
    const documents = render(options).split(/^---$/m)
    writeFileSync(file, documents.filter((each) => !own.test(each)).join('---\n'))
    try {
      const { stdout, stderr } = await promisify(execFile)(validator, ['--strict', file])
      expect(`${stdout}${stderr}`.match(/passed for resource deployment/g)).toHaveLength(names.length)
      // What is wrong is found.
      writeFileSync(
        file,
        documents
          .find((each) => /kind: Deployment/.test(each))!
          .replace('replicas:', 'replica:')
          .replace('containers:', 'container:'),
      )
      await expect(promisify(execFile)(validator, ['--strict', file])).rejects.toThrow()
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  })

  test('what operators read (KEDA, Prometheus, External Secrets) is valid for their schemas', async (ctx) => {
    if (!models) return ctx.skip('no schemas: run scripts/install-outside-tools')
    const folder = join(outsideTools, 'kubernetes-models/node_modules/@kubernetes-models')
    const load = (path: string): Promise<Record<string, any>> => import(join(folder, path, 'index.js'))
    const { ScaledObject } = await load('keda/keda.sh/v1alpha1')
    const { ServiceMonitor, PrometheusRule } = await load('prometheus-operator/monitoring.coreos.com/v1')
    const { ExternalSecret } = await load('external-secrets/external-secrets.io/v1')
    const classes: Record<string, any> = { ScaledObject, ServiceMonitor, PrometheusRule, ExternalSecret }
    const objects = objectsOf(everything)
    for (const [kind, Class] of Object.entries(classes)) {
      const own = objects.filter((each) => each.kind === kind)
      expect(own, kind).not.toEqual([])
      for (const each of own) new Class(each).validate()
      expect(() => new Class({ ...own[0], spec: 7 }).validate(), kind).toThrow()
    }
  })

  test('every service has a deployment, a disruption budget, a network policy and a scaler', () => {
    const objects = objectsOf(everything)
    for (const kind of ['Deployment', 'PodDisruptionBudget', 'NetworkPolicy', 'ScaledObject'])
      expect(Object.keys(byComponent(objects, kind)).sort(), kind).toEqual(names)
    expect(Object.keys(byComponent(objectsOf(kinds.cpu), 'HorizontalPodAutoscaler')).sort()).toEqual(names)
    for (const [name, { spec }] of Object.entries(byComponent(objects, 'Deployment'))) {
      const labels = spec.template.metadata.labels
      expect(labels, name).toMatchObject(spec.selector.matchLabels)
      // Something else decides how many there are.
      expect(spec.replicas, name).toBeUndefined()
      const [container] = spec.template.spec.containers
      expect(container).toMatchObject({ args: [name], image: 'registry.example.com/frontdesk:1' })
      expect(container.ports[0].containerPort, name).toBe(name === 'gateway' ? 8080 : 8081)
      expect(container.readinessProbe.httpGet.path, name).toBe(name === 'gateway' ? '/startedz' : '/readyz')
      const spread = spec.template.spec.topologySpreadConstraints
      expect(spread.map(({ topologyKey }: any) => topologyKey)).toEqual([
        'kubernetes.io/hostname',
        'topology.kubernetes.io/zone',
      ])
      for (const { labelSelector } of spread) expect(labels, name).toMatchObject(labelSelector.matchLabels)
    }
  })

  test('runs the image as it is tested, and waits longer for a pod to stop than a stop may take', () => {
    const stop = readFileSync(join(root, 'packages/service/src/stop-on-signals.ts'), 'utf8')
    const stopLimitMs = Number(/stopLimitMs = ([\d_]+)/.exec(stop)![1]!.replaceAll('_', ''))
    for (const { spec } of Object.values(byComponent(objectsOf([]), 'Deployment'))) {
      const { securityContext, containers, volumes, terminationGracePeriodSeconds } = spec.template.spec
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000 })
      expect(containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(containers[0].volumeMounts).toContainEqual({ name: 'tmp', mountPath: '/tmp' })
      expect(volumes).toContainEqual({ name: 'tmp', emptyDir: expect.anything() })
      const beforeMs = (containers[0].lifecycle?.preStop.sleep.seconds ?? 0) * 1_000
      expect(terminationGracePeriodSeconds * 1_000).toBeGreaterThan(stopLimitMs + beforeMs)
    }
  })

  test('a network policy lets a service reach what its code reaches, and nothing more', () => {
    const policies = byComponent(objectsOf(everything), 'NetworkPolicy')
    for (const { name, uses } of services) {
      const { ingress, egress, policyTypes } = policies[name].spec
      expect(policyTypes).toEqual(['Ingress', 'Egress'])
      const ports = egress.flatMap((rule: any) => rule.ports.map(({ port }: any) => port))
      const wanted = [53, 53, 4222, 8222, 27017, 9200]
      if (uses.includes('models')) wanted.push(443)
      if (uses.includes('outboundHttp')) wanted.push(80, 443, 465, 587)
      expect(ports, name).toEqual(wanted)
      // Clients come to the gateway alone; Prometheus to everybody.
      expect(ingress[0].from, name).toHaveLength(name === 'gateway' ? 2 : 1)
    }
  })

  test('the ingress streams: no buffering, an hour of silence, and nothing that belongs inside', () => {
    const [ingress] = objectsOf(everything).filter(({ kind }) => kind === 'Ingress')
    expect(ingress.metadata.annotations).toMatchObject({
      'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
      'nginx.ingress.kubernetes.io/proxy-read-timeout': '3600',
    })
    const [{ http }] = ingress.spec.rules
    const paths = http.paths.map(({ path }: any) => path)
    expect(paths).toEqual(['/api', '/console', '/docs', '/openapi.json', '/widget.js', '/widget', '/chat'])
  })

  test('the scaler asks for the events of its own service, and the rules are those that promtool tests', () => {
    const objects = objectsOf(everything)
    for (const [name, { spec }] of Object.entries(byComponent(objects, 'ScaledObject'))) {
      const { query } = spec.triggers.find(({ type }: any) => type === 'prometheus').metadata
      expect(query).toContain(`{namespace="frontdesk",group=~"${name}-.+"}`)
      expect(spec.maxReplicaCount).toBeGreaterThan(spec.minReplicaCount)
    }
    const [rule] = objects.filter(({ kind }) => kind === 'PrometheusRule')
    expect(rule.spec).toEqual(parse(readFileSync(join(root, 'deploy/helm/frontdesk/alerts.yml'), 'utf8')))
    const [monitor] = objects.filter(({ kind }) => kind === 'ServiceMonitor')
    const [service] = objects.filter((each) => each.kind === 'Service' && each.metadata.name === 'desk-metrics')
    expect(service.metadata.labels).toMatchObject(monitor.spec.selector.matchLabels)
    expect(monitor.spec.endpoints[0].relabelings).toContainEqual({ targetLabel: 'job', replacement: 'frontdesk' })
  })
})
