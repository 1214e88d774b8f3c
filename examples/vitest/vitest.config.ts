import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		// A turn is a generation or more: give it the time that the model needs.
		testTimeout: 120_000,
		// Each file loads the model by itself: one after another, so that their times are their own.
		fileParallelism: false,
		reporters: ['default', 'gemmark/vitest/reporter'],
	},
});
