import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

// Every test asks the model.
process.env.GEMMARK_NO_CACHE = '1';
// Folders of runs are named by the machine's time.
process.env.TZ = 'UTC';

/** Two workers on two cores: files wait for processes more than they compute. */
const maxWorkers = Math.max(2, availableParallelism() - 1);
/** One worker runs many files, and loads gemmark once. A file leaves nothing in its process that another one could meet. */
const shared = { isolate: false, maxWorkers };
const alone = { fileParallelism: false, hookTimeout: 120_000 };

/**
 * `npm test` runs `unit`, which needs no engine, and `smoke`: the ways of a real model from loading to resuming, in minutes.
 * `npm run test:slow` runs `engine`, everything else of real models in llama.cpp; `browser`, a real Chromium; `server`, real
 * Redis and HTTP servers.
 */
const config: ViteUserConfig = defineConfig({
	test: {
		projects: [
			{
				test: {
					...shared,
					name: 'unit',
					setupFiles: ['src/testing/fixed-seed.ts'],
					testTimeout: 30_000,
					include: [
						'house.test.ts',
						'{src,run,cli,clients,vitest,promptfoo,runners,suites,reports,app,models,lab}/**/*.test.ts',
					],
					exclude: ['**/*.{smoke,engine,browser,server}.test.ts', '**/node_modules/**'],
				},
			},
			{
				test: { ...shared, name: 'smoke', include: ['**/*.smoke.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
			},
			{
				test: {
					...shared,
					name: 'engine',
					include: ['**/*.engine.test.ts'],
					testTimeout: 120_000,
					hookTimeout: 120_000,
				},
			},
			{ test: { ...alone, name: 'browser', include: ['**/*.browser.test.ts'], testTimeout: 180_000 } },
			{ test: { ...alone, name: 'server', include: ['**/*.server.test.ts'], testTimeout: 120_000 } },
		],
	},
});
export default config;
