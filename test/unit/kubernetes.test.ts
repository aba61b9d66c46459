import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { projectFolder } from '../../engine/project-folder.ts';
import { readConfig } from '../../src/config.ts';
import { getFullPath } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { compilerFaults } from '../support/compiled.ts';
import { readProjectFile } from '../support/compose.ts';

/** The manifests for Kubernetes, against its schemas and against what the image and the configuration say. */

const folder = 'ops/kubernetes';
const kustomization: {
  readonly resources: readonly string[];
  readonly images: readonly { newTag: string }[];
} = parse(readProjectFile(`${folder}/kustomization.yaml`));

interface Container {
  readonly command?: readonly string[];
  readonly image: string;
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly env?: readonly { readonly name: string; readonly valueFrom?: object }[];
  readonly envFrom: readonly { readonly secretRef?: { readonly name: string } }[];
  readonly securityContext: object;
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface PodSpec {
  readonly containers: readonly Container[];
  readonly securityContext: object;
  readonly terminationGracePeriodSeconds?: number;
  readonly volumes?: readonly {
    readonly name: string;
    readonly persistentVolumeClaim?: { readonly claimName: string };
    readonly configMap?: { readonly name: string; readonly optional?: boolean };
  }[];
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly selector?: { readonly matchLabels?: Labels } & Labels;
    readonly podSelector?: { readonly matchLabels: Labels };
    readonly template?: Template;
    readonly jobTemplate?: { readonly spec: { readonly template: Template } };
  };
}

interface Template {
  readonly metadata: { readonly labels: Labels };
  readonly spec: PodSpec;
}

type Labels = Readonly<Record<string, string>>;

const manifests = kustomization.resources.flatMap((file) =>
  parseAllDocuments(readProjectFile(`${folder}/${file}`)).map((document) => document.toJS() as Manifest),
);
const named = (kind: string, name = 'company-data'): Manifest => {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (!found) throw new Error(`no ${kind} ${name}`);
  return found;
};
const pods = manifests.flatMap(({ kind, metadata, spec }) => {
  const template = spec?.template ?? spec?.jobTemplate?.spec.template;
  return template ? [{ name: `${kind} ${metadata.name}`, template }] : [];
});

const models = (apiVersion: string) => `kubernetes-models/${apiVersion}`;
const load = createRequire(import.meta.url);

describe('the manifests', () => {
  it('are all in the kustomization', () => {
    const files = readdirSync(path.join(projectFolder, folder)).filter(
      (name) => name !== 'kustomization.yaml',
    );
    expect([...kustomization.resources].sort()).toEqual(files.sort());
  });

  it('are valid by the schemas of Kubernetes, with no property that it does not know', () => {
    for (const manifest of manifests) {
      const { [manifest.kind]: Model } = load(models(manifest.apiVersion)) as Record<
        string,
        new (
          data: object,
        ) => { validate(): void }
      >;
      if (!Model) throw new Error(`no schema of ${manifest.kind}`);
      expect(() => new Model(manifest).validate()).not.toThrow();
    }
    const typed = (all: readonly Manifest[]) =>
      all.map((each) => ({
        type: `I${each.kind}`,
        from: models(each.apiVersion),
        json: JSON.stringify(each),
      }));
    expect(compilerFaults(typed(manifests))).toBe('');
    const wrong = JSON.parse(JSON.stringify(named('Deployment')).replace('readinessProbe', 'redinessProbe'));
    expect(compilerFaults(typed([wrong]))).toContain('redinessProbe');
  });

  it('use the image of this version', () => {
    const { version } = JSON.parse(readProjectFile('package.json'));
    expect(kustomization.images.map(({ newTag }) => newTag)).toEqual([version]);
  });

  it('give the service a configuration that production accepts', () => {
    const key = 'k'.repeat(32);
    const secret = { DATABASE_URL: 'postgres://app@db/app', CURSOR_KEYS: key, SECRET_KEYS: key };
    const config = readConfig({ NODE_ENV: 'production', ...named('ConfigMap').data, ...secret });
    const { terminationGracePeriodSeconds = 0 } = named('Deployment').spec?.template?.spec ?? {};
    const lastTracesMs = 2_000;
    expect(terminationGracePeriodSeconds * 1_000).toBeGreaterThan(
      config.drainDelayMs + config.stopTimeoutMs + lastTracesMs,
    );
  });

  it('probe paths that exist: alive is not the same as ready', () => {
    const [container] = named('Deployment').spec?.template?.spec.containers ?? [];
    const probed = [container?.startupProbe, container?.livenessProbe, container?.readinessProbe];
    expect(probed.map((probe) => probe?.httpGet)).toEqual(
      ['/healthz', '/healthz', '/readyz'].map((path) => ({ path, port: 'http' })),
    );
    const paths = Object.values(endpoints).map((endpoint) => getFullPath(endpoint));
    expect(paths).toEqual(expect.arrayContaining(['/healthz', '/readyz', '/metrics']));
    expect(readProjectFile('Dockerfile')).toContain(`PORT=${container?.ports?.[0]?.containerPort} `);
  });

  it('keep the files of all who write some on a volume that all pods share', () => {
    const keeping = pods.flatMap(({ name, template: { spec } }) => {
      const state = spec.containers[0]?.volumeMounts?.find((mount) => mount.name === 'state');
      if (!state) return [];
      expect(readProjectFile('Dockerfile')).toContain(`STATE_FOLDER=${state.mountPath}\n`);
      const claim = spec.volumes?.find((volume) => volume.name === 'state')?.persistentVolumeClaim?.claimName;
      expect(named('PersistentVolumeClaim', claim).spec).toMatchObject({ accessModes: ['ReadWriteMany'] });
      // Otherwise only root could write it.
      expect(spec.securityContext).toMatchObject({ fsGroup: 1000 });
      return [name];
    });
    // Following writes what it downloads; loads and housekeeping are run in the pod of the sync.
    expect(keeping).toEqual([
      'Deployment company-data',
      'Deployment company-data-sync',
      'Deployment company-data-follow',
    ]);
  });

  it("give each pod only the Secrets that it needs: the owner's to the migration, keys to what decrypts", () => {
    const secrets = Object.fromEntries(
      pods.map(({ name, template }) => {
        const [{ env = [], envFrom = [] } = {}] = template.spec.containers;
        const whole = envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []);
        return [
          name,
          [...whole, ...env.flatMap(({ name: variable, valueFrom }) => (valueFrom ? variable : []))],
        ];
      }),
    );
    expect(secrets).toEqual({
      'Job company-data-migrate': ['company-data', 'company-data-owner'],
      'Deployment company-data': ['company-data'],
      'Deployment company-data-sync': ['company-data-operator'],
      'Deployment company-data-follow': ['company-data-operator', 'company-data-publishers'],
      'CronJob company-data-rotate': ['company-data-operator', 'SECRET_KEYS'],
    });
  });

  it('offer a place for authorities of TLS, which the configuration only has to name', () => {
    const named = [
      ...readProjectFile(`${folder}/config.yaml`).matchAll(/^ {2}# (\w+_CA): (\S+)\/[a-z]+\.pem$/gm),
    ];
    expect(named.map(([, variable]) => variable)).toEqual(['DATABASE_CA', 'ELASTICSEARCH_CA']);
    for (const { template } of pods) {
      const mount = template.spec.containers[0]?.volumeMounts?.find(({ name }) => name === 'authorities');
      expect(named.map(([, , place]) => place)).toEqual([mount?.mountPath, mount?.mountPath]);
      const volume = template.spec.volumes?.find(({ name }) => name === 'authorities');
      expect(volume?.configMap).toEqual({ name: 'company-data-authorities', optional: true });
      expect(readProjectFile('docs/operations.md')).toContain('create configmap company-data-authorities');
    }
  });

  it('select the pods that they mean', () => {
    const api = pods.find(({ name }) => name === 'Deployment company-data')?.template.metadata.labels;
    expect(named('Deployment').spec?.selector?.matchLabels).toEqual(api);
    expect(named('PodDisruptionBudget').spec?.selector?.matchLabels).toEqual(api);
    expect(named('Service').spec?.selector).toEqual(api);
    for (const { template } of pods)
      expect(template.metadata.labels).toMatchObject(
        named('NetworkPolicy').spec?.podSelector?.matchLabels ?? {},
      );
  });
});

describe.each(pods)('$name', ({ template: { spec } }) => {
  it('runs as the user of the image, without any privilege', () => {
    const [, user] = /^USER (\d+):\d+$/m.exec(readProjectFile('Dockerfile')) ?? [];
    expect(spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: Number(user),
      seccompProfile: { type: 'RuntimeDefault' },
    });
    for (const { securityContext, command } of spec.containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      if (command) expect(command.slice(0, 2)).toEqual(['node', 'dist/ops.js']);
    }
  });
});
