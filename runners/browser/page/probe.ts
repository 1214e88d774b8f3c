import type { GpuAdapter, PageProbe } from '../page-protocol.ts';

/** Adapters that compute on the CPU. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|software|basic render|warp/i;

export async function probePage(): Promise<PageProbe> {
	const adapter = await gpuAdapter();
	return {
		userAgent: navigator.userAgent,
		crossOriginIsolated: globalThis.crossOriginIsolated,
		hardwareConcurrency: navigator.hardwareConcurrency,
		...(adapter === undefined ? {} : { adapter }),
	};
}

export async function gpuAdapter(): Promise<GpuAdapter | undefined> {
	// Absent in browsers without WebGPU, whatever the types say.
	const gpu: GPU | undefined = navigator.gpu;
	const adapter = await gpu?.requestAdapter().catch(() => null);
	if (adapter === null || adapter === undefined) return undefined;
	const { vendor, architecture, description, device, isFallbackAdapter } = adapter.info;
	return {
		vendor,
		architecture,
		description: description === '' ? device : description,
		software: isFallbackAdapter || SOFTWARE.test(`${vendor} ${architecture} ${description} ${device}`),
		features: [...adapter.features].sort(),
		maxBufferSize: adapter.limits.maxBufferSize,
	};
}
