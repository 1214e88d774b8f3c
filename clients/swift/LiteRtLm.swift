// LiteRT-LM as the client's Runtime. Never compiled by gemmark: see README.md.
import Foundation
import LiteRTLM

/// Make it on a background thread: the model is initialised here, and timed.
final class LiteRtLmRuntime: Runtime {
    private let model: URL
    private let backend: Backend
    private let version: String // of the LiteRTLM package
    private let contextTokens: Int?
    private let engine: Engine
    private let initMs: Double
    @Shared private var conversation: Conversation?
    private var hasTools = false
    private var maxTokens = 0
    private var renders = false

    init(model: URL, backend: Backend, version: String, cacheDir: URL, contextTokens: Int? = nil) throws {
        self.model = model
        self.backend = backend
        self.version = version
        self.contextTokens = contextTokens
        // Before the engine is made: token counts and speeds come with it.
        ExperimentalFlags.optIntoExperimentalAPIs()
        ExperimentalFlags.enableBenchmark = true
        let startedAt = DispatchTime.now()
        let engine = Engine(
            engineConfig: try EngineConfig(
                modelPath: model.path, backend: backend, maxNumTokens: contextTokens, cacheDir: cacheDir.path))
        try waiting { try await engine.initialize() }
        self.engine = engine
        initMs = Double(DispatchTime.now().uptimeNanoseconds - startedAt.uptimeNanoseconds) / 1e6
    }

    /// The engine names no backend in effect: `litert_lm_engine_create` takes the name and gives none back.
    func facts() -> Json {
        let size = (try? FileManager.default.attributesOfItem(atPath: model.path)[.size]) as? Int
        var options: Json = ["snakeCaseTools": false]
        if let contextTokens { options["contextTokens"] = contextTokens }
        return [
            "runtime": ["name": "LiteRT-LM", "version": version],
            "model": ["file": model.lastPathComponent, "sizeBytes": size ?? 0] as Json,
            "requestedBackend": backend.rawValue.uppercased(), "initMs": initMs,
            "samplers": ["topK", "topP"],
            "options": options,
        ]
    }

    func open(_ message: Json) throws {
        conversation?.close()
        conversation = nil
        let sampling = message["sampling"] as! Json
        let temperature = sampling["temperature"] as! Double
        let tools = message["tools"] as! [Json]
        hasTools = !tools.isEmpty
        maxTokens = message["maxTokens"] as! Int
        renders = message["render"] as? Bool == true
        // The engine's own form, which ToolManager makes of Swift types.
        let declared = tools.map { ["type": "function", "function": $0] as Json }
        let config = ConversationConfig(
            systemMessage: (message["system"] as? String).map { Message($0, role: .system) },
            samplerConfig: try SamplerConfig(
                topK: temperature == 0 ? 1 : sampling["topK"] as? Int ?? 64,
                topP: Float(sampling["topP"] as? Double ?? 1),
                temperature: Float(temperature),
                seed: sampling["seed"] as! Int),
            // The tools are gemmark's: calls are reported, not run.
            automaticToolCalling: false,
            toolsJsonOverride: hasTools ? String(decoding: try JSONSerialization.data(withJSONObject: declared), as: UTF8.self) : nil)
        conversation = try waiting { try await self.engine.createConversation(with: config) }
    }

    func generate(_ results: [Json], _ text: String?, _ out: Parts) throws -> End {
        guard let open = conversation else { throw AskFailed("failed", "no conversation is open") }
        if !results.isEmpty {
            let answers = results.map { Content.toolResponse(name: $0["name"] as! String, response: $0["response"] as! Json) }
            let end = try send(open, Message(contents: answers, role: .tool), text == nil ? out : nil)
            // Words after results are a turn of their own here: what is said to the results alone is not reported.
            if text == nil { return end }
        }
        return try send(open, Message(text ?? ""), out)
    }

    /// `out` nil: what is said is not reported.
    private func send(_ open: Conversation, _ message: Message, _ out: Parts?) throws -> End {
        let before = try open.getTokenCount()
        let rendered = renders ? try open.renderPrefaceIntoString() + open.renderMessageIntoString(message) : nil
        renders = false
        let called = try waiting { [hasTools = self.hasTools, maxTokens = self.maxTokens] () async throws -> Bool in
            // The stream runs tools by itself, whatever it was told: with tools the answer comes whole, and has one time.
            if hasTools {
                let whole = try await open.sendMessage(message, maxOutputTokens: maxTokens)
                report(whole, out)
                return !whole.toolCalls.isEmpty
            }
            for try await part in open.sendMessageStream(message, maxOutputTokens: maxTokens) { report(part, out) }
            return false
        }
        let measured = try open.getBenchmarkInfo()
        let isCut = measured.lastDecodeTokenCount >= maxTokens
        var end = End(called ? "tool-call" : isCut ? "length" : "stop")
        end.usage = [
            "promptTokens": before + measured.lastPrefillTokenCount,
            "cachedPromptTokens": before, "outputTokens": measured.lastDecodeTokenCount,
        ]
        end.prefillMs = Double(measured.lastPrefillTokenCount) / measured.lastPrefillTokensPerSecond * 1000
        end.counters = [
            "timeToFirstTokenInSecond": measured.timeToFirstTokenInSecond,
            "lastPrefillTokenCount": measured.lastPrefillTokenCount,
            "lastDecodeTokenCount": measured.lastDecodeTokenCount,
            "lastDecodeTokensPerSecond": measured.lastDecodeTokensPerSecond,
        ]
        end.rendered = rendered
        return end
    }

    func stop() {
        try? conversation?.cancel()
    }
}

private func report(_ message: Message, _ out: Parts?) {
    if let thought = message.channels["thought"], thought != "" { out?.chunk(thought, thinking: true) }
    let words = message.contents.compactMap { content -> String? in
        if case .text(let text) = content { return text }
        return nil
    }.joined()
    if words != "" { out?.chunk(words, thinking: false) }
    for call in message.toolCalls { out?.call(call.name, call.arguments, raw: nil) }
}

/// LiteRT-LM's functions are asynchronous, the client's thread waits for them.
private func waiting<Value>(_ work: @escaping () async throws -> Value) throws -> Value {
    let over = DispatchSemaphore(value: 0)
    let result = Shared<Result<Value, Error>?>(wrappedValue: nil)
    Task.detached {
        do { result.wrappedValue = .success(try await work()) } catch { result.wrappedValue = .failure(error) }
        over.signal()
    }
    over.wait()
    return try result.wrappedValue!.get()
}
