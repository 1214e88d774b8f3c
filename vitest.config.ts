import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** `unit` needs no engine; `engine` runs real models in llama.cpp; `browser` a real Chromium; `server` real Redis and HTTP servers. */
const config: ViteUserConfig = defineConfig({
	test: {
		projects: [
			{
				test: {
					name: 'unit',
					testTimeout: 30_000,
					include: ['house.test.ts', '{src,cli,vitest,promptfoo,runners,suites,reports,app,models,lab}/**/*.test.ts'],
					exclude: ['**/*.engine.test.ts', '**/*.browser.test.ts', '**/*.server.test.ts', '**/node_modules/**'],
				},
			},
			{
				test: {
					name: 'engine',
					include: ['**/*.engine.test.ts'],
					testTimeout: 120_000,
					hookTimeout: 120_000,
					fileParallelism: false,
				},
			},
			{
				test: {
					name: 'browser',
					include: ['**/*.browser.test.ts'],
					testTimeout: 180_000,
					hookTimeout: 120_000,
					fileParallelism: false,
				},
			},
			{ test: { name: 'server', include: ['**/*.server.test.ts'], testTimeout: 120_000, fileParallelism: false } },
		],
	},
});
export default config;
