import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledModelFolder } from '../../run/compose/load.ts';
import { packageRoot } from '../../src/base/read-file.ts';

const f16 = join(bundledModelFolder(), 'mini-f16.gguf');
const q4 = join(bundledModelFolder(), 'mini-q4_0.gguf');
let folder: string;

function gemmark(...args: readonly string[]): string {
	return execFileSync(process.execPath, [join(packageRoot(), 'cli', 'main.ts'), ...args], {
		// Where results/latest may be moved.
		cwd: folder,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
}

interface ComparedJson {
	readonly comparisons: readonly {
		readonly comparison: {
			readonly scores: readonly { readonly lost: readonly unknown[]; readonly gained: readonly unknown[] }[];
			readonly divergence: { readonly compared: number; readonly identical: number };
		};
		readonly divergence: {
			readonly positions: number;
			readonly sameTop: number;
			readonly skipped: number;
			readonly samples: number;
			readonly wholeVocabulary: boolean;
			readonly kl: { readonly mean: number; readonly max: number };
		};
	}[];
}

describe('divergence of models on the same tokens', () => {
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'gemmark-divergence-'));
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it('is zero, without flips, for the same file against itself, and is not for another quantization', () => {
		const options = [
			'--suite',
			'prefix',
			'--limit',
			'3',
			'--threads',
			'1',
			'--max-tokens',
			'48',
			'--divergence',
			'--json',
		];
		const models = [f16, f16, q4].flatMap((model) => ['--model', model]);
		const { comparisons } = JSON.parse(
			gemmark('run', ...options, ...models, '--out', join(folder, 'matrix')),
		) as ComparedJson;
		const [same, smaller] = comparisons;
		expect(same?.comparison.scores.every(({ lost, gained }) => lost.length + gained.length === 0)).toBe(true);
		expect(same?.comparison.divergence).toMatchObject({ compared: 3, identical: 3 });
		expect(same?.divergence).toMatchObject({ samples: 3, skipped: 0, wholeVocabulary: true, kl: { mean: 0, max: 0 } });
		expect(same?.divergence.sameTop).toBe(same?.divergence.positions);
		expect(same?.divergence.positions).toBeGreaterThan(3);
		expect(smaller?.divergence.kl.mean).toBeGreaterThan(0);
		expect(readFileSync(join(folder, 'matrix', 'comparison.md'), 'utf8')).toContain(
			'KL divergence: mean 0, p99 0 nats.',
		);
		expect(readFileSync(join(folder, 'matrix', 'comparison.csv'), 'utf8')).toContain('divergence.klMean');
	});
});
