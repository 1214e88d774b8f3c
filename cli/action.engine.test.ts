import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../src/base/read-file.ts';

interface Step {
	readonly id?: string;
	readonly run?: string;
	readonly uses?: string;
	readonly env?: Readonly<Record<string, string>>;
}

const action = parse(readFileSync(join(packageRoot(), 'action.yml'), 'utf8')) as {
	readonly inputs: Readonly<Record<string, { readonly default: string }>>;
	readonly runs: { readonly steps: readonly Step[] };
};

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-action-'));
	// As `npm ci` leaves it where the project has gemmark; `npm run examples` runs the packed one.
	const bin = join(folder, 'node_modules', '.bin');
	mkdirSync(bin, { recursive: true });
	const main = join(packageRoot(), 'cli', 'main.ts');
	writeFileSync(join(bin, 'gemmark'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
	chmodSync(join(bin, 'gemmark'), 0o755);
	writeFileSync(join(folder, 'gate.yaml'), 'version: 1\nrules: [{ metric: prefix.unscored, max: -1 }]\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the scripts of the action as a runner does, with its inputs in the environment. */
function runAction(
	inputs: Readonly<Record<string, string>>,
	cwd = folder,
): {
	readonly status: number | null;
	readonly stdout: string;
} {
	let last: { readonly status: number | null; readonly stdout: string } = { status: 0, stdout: '' };
	for (const { id = 'unnamed', run, env = {} } of action.runs.steps) {
		if (run === undefined) continue;
		const given = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, expression(value, inputs)]));
		last = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
			cwd,
			encoding: 'utf8',
			env: {
				...process.env,
				...given,
				GITHUB_ACTIONS: 'true',
				GITHUB_OUTPUT: join(folder, `output-${id}`),
				GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
			},
		});
		if (last.status !== 0) return last;
	}
	return last;
}

function expression(value: string, inputs: Readonly<Record<string, string>>): string {
	return value
		.replaceAll(
			/\$\{\{ inputs\.([\w-]+) \}\}/gu,
			(_, name: string) => inputs[name] ?? action.inputs[name]?.default ?? '',
		)
		.replaceAll(
			/\$\{\{ steps\.(\w+)\.outputs\.(\w+) \}\}/gu,
			(_, id: string, name: string) =>
				readFileSync(join(folder, `output-${id}`), 'utf8').match(new RegExp(`^${name}=(.*)$`, 'mu'))?.[1] ?? '',
		)
		.replaceAll(/\$\{\{ runner\.temp \}\}/gu, folder);
}

describe('the GitHub action', () => {
	it('runs with its inputs, writes the step summary and fails with the gate', () => {
		const { status, stdout } = runAction({
			suite: 'prefix',
			gate: 'gate.yaml',
			args: '--filter prefix-0[12] --lang ko',
		});
		expect([status, stdout.match(/^::error.*$/mu)?.[0]]).toEqual([
			1,
			'::error title=gemmark gate%3A mini-q8_0.gguf::✗ prefix.unscored 0, required <= -1',
		]);
		expect(readFileSync(join(folder, 'output-run'), 'utf8')).toBe('folder=results/ci\n');
		expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('### 게이트: 실패');
		expect(readFileSync(join(folder, 'results', 'ci', 'report.html'), 'utf8')).toContain('lang="ko"');
	});

	it('runs the gemmark that a workspace has in its root', () => {
		const member = join(folder, 'apps', 'my app');
		mkdirSync(member, { recursive: true });
		expect(runAction({ suite: 'prefix', args: '--limit 1' }, member).status).toBe(0);
		expect(readFileSync(join(member, 'results', 'ci', 'summary.md'), 'utf8')).toContain('prefix');
	});

	it('reads all lines of its options', () => {
		expect(runAction({ suite: 'prefix', args: '--limit 1\n--lang ko\n' }).status).toBe(0);
		expect(readFileSync(join(folder, 'results', 'ci', 'report.html'), 'utf8')).toContain('lang="ko"');
	});

	it.each<Readonly<Record<string, string>>>([
		{ out: 'a\nfolder=/etc' },
		{ out: '' },
		{ out: '/tmp/x' },
		{ out: '-x' },
		{ out: 'a*' },
		{ args: '--limit 1\n--out other' },
		{ args: '-o other' },
		{ args: '--filter "a b"' },
	])('refuses %j before it runs', (inputs) => {
		const { status, stdout } = runAction({ suite: 'prefix', ...inputs });
		expect([status, stdout]).toEqual([2, expect.stringMatching(/^::error title=gemmark::(?:out|args): [^\n]+\n$/u)]);
		expect(readFileSync(join(folder, 'output-run'), { encoding: 'utf8', flag: 'a+' })).not.toContain('/etc');
	});

	it('installs versions that are named: its own, those of package.json, and actions by commit', () => {
		const { version, devDependencies } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
		const scripts = action.runs.steps.map(({ run = '' }) => run).join('');
		expect(action.inputs.version?.default).toBe(version);
		expect(scripts).toContain(`node-llama-cpp@${devDependencies['node-llama-cpp']}\n`);
		const used = action.runs.steps.flatMap(({ uses }) => uses ?? []);
		expect(used.filter((name) => !/@[0-9a-f]{40}$/u.test(name))).toEqual([]);
	});

	it('has no script that an input could write into', () => {
		for (const { run = '' } of action.runs.steps) expect(run).not.toMatch(/\$\{\{/u);
		expect(runAction({ suite: 'prefix; touch owned', args: '$(touch owned) `touch owned`' }).status).not.toBe(0);
		expect(spawnSync('ls', [folder], { encoding: 'utf8' }).stdout).not.toContain('owned');
	});
});
