// gemmark's device protocol, version 1 (docs/device-protocol.md), for debug builds. The twin of GemmarkClient.kt. Never compiled by
// gemmark: see README.md.
import Foundation

public typealias Json = [String: Any]

/// What the client needs of a runtime, at level chat. Calls come on the client's own thread, one at a time.
public protocol Runtime: AnyObject {
    /// Of the hello: `runtime`, `model`, `initMs`; where it has them `adapter`, `backend`, `requestedBackend`, `options`, `samplers`,
    /// `thinking`; `levels`, where they are not those that follow from the controller.
    func facts() -> Json

    /// An `open` message: from now on one fresh conversation, the one before is over.
    func open(_ message: Json) throws

    /// Sends the results of tools, if there are any, and the user's words, if there are any; returns at the end.
    func generate(_ results: [Json], _ text: String?, _ out: Parts) throws -> End

    /// Called from another thread: the generation under way is to return soon.
    func stop()
}

/// An app's own controller, at level app. Absent: the app offers level chat only.
public protocol Controller: AnyObject {
    /// A new chat.
    func open() throws

    /// Takes the user's turn; calls `Parts.generationEnded` between two generations. Its `End` has `messages` or `error`.
    /// `confirm`: how the user answers the app's dialogs.
    func userTurn(_ text: String, confirm: Bool, _ out: Parts) throws -> End

    func stop()
}

/// Where what is generated goes, as it comes.
public protocol Parts: AnyObject {
    func chunk(_ text: String, thinking: Bool)
    func call(_ name: String, _ arguments: Json, raw: String?)
    func malformed(_ raw: String)
    func generationEnded(_ end: End)
}

/// How a generation ended; the protocol's own words and fields.
public struct End {
    public var finish: String
    public var reason = ""
    public var usage: Json = [:]
    public var counters: Json?
    public var prefillMs: Double?
    /// The prompt as the runtime rendered it, in the first generation of a conversation.
    public var rendered: String?
    public var messages: [Json]?
    public var error: String?

    public init(_ finish: String) {
        self.finish = finish
    }
}

/// The prompt does not fit into the context, or memory is not enough: `code` of the protocol's error.
public struct AskFailed: Error {
    public let code: String
    public let message: String

    public init(_ code: String, _ message: String) {
        self.code = code
        self.message = message
    }
}

/// Where messages go: the cable (`CableTransport`), or the file of a plan (`FileTransport`).
public protocol Transport: AnyObject {
    func send(_ message: Json)
}

/// Read and written on several threads.
@propertyWrapper
final class Shared<Value> {
    private let lock = NSLock()
    private var value: Value

    init(wrappedValue: Value) {
        value = wrappedValue
    }

    var wrappedValue: Value {
        get {
            lock.lock()
            defer { lock.unlock() }
            return value
        }
        set {
            lock.lock()
            defer { lock.unlock() }
            value = newValue
        }
    }
}

/// The app's side of the protocol. A transport hands it what gemmark says, and takes what the app says.
public final class GemmarkClient {
    private let app: Json // {name, version}
    private let device: String
    private let os: String
    fileprivate let runtime: Runtime
    fileprivate let controller: Controller?
    private let state: () -> Json // DeviceState.read
    public let process: String
    private let exit: Json? // why the process before this one ended; iOS does not say
    public let show: (String) -> Void // a line for the screen or the console

    fileprivate let timer = DispatchQueue(label: "gemmark-timer")
    private let work = DispatchQueue(label: "gemmark-work")
    @Shared fileprivate var transport: Transport?
    @Shared fileprivate var level = "chat"
    @Shared fileprivate var underWay: Answer?
    @Shared fileprivate var openFailed: Error?
    @Shared fileprivate var cancelled: Set<Int> = []
    @Shared private var over = false

    /// The run is over, or was refused.
    public var isOver: Bool { over }

    /// From the last welcome.
    public var session: String?

    public init(
        app: Json, device: String, os: String, runtime: Runtime, controller: Controller? = nil, state: @escaping () -> Json,
        process: String = String(UUID().uuidString.prefix(8)).lowercased(), exit: Json? = nil, show: @escaping (String) -> Void
    ) {
        self.app = app
        self.device = device
        self.os = os
        self.runtime = runtime
        self.controller = controller
        self.state = state
        self.process = process
        self.exit = exit
        self.show = show
    }

    public func hello(token: String) -> Json {
        let levels: [String] = controller == nil ? ["chat"] : ["chat", "app"]
        var hello: Json = ["levels": levels]
        hello.merge(runtime.facts()) { _, fact in fact }
        hello["type"] = "hello"
        hello["protocol"] = 1
        hello["token"] = token
        hello["process"] = process
        hello["app"] = app
        hello["device"] = device
        hello["os"] = os
        if let session { hello["session"] = session }
        if let exit { hello["exit"] = exit }
        return hello
    }

    public func received(_ from: Transport, _ message: Json) {
        switch message["type"] as? String {
        case "welcome":
            transport = from
            session = message["session"] as? String
            level = message["level"] as! String
            tellState(from, message["stateEveryMs"] as! Int)
        case "refused":
            show(message["message"] as! String)
            // Another client may only not be known to be gone yet.
            if message["reason"] as? String != "busy" { over = true }
        case "open":
            work.async { self.open(message) }
        case "ask":
            let answer = Answer(self, from, message)
            work.async { answer.run() }
        case "cancel":
            cancel(message["ask"] as! Int)
        case "ping":
            from.send(["type": "pong", "ping": message["ping"] as! Int])
        case "close":
            if message["conversation"] == nil { over = true }
        default:
            break
        }
    }

    /// What was asked over a connection is over with it.
    public func lost(_ from: Transport) {
        if transport !== from { return }
        transport = nil
        if let answer = underWay { cancel(answer.ask) }
    }

    public func later(_ ms: Int, _ work: @escaping () -> Void) {
        timer.asyncAfter(deadline: .now() + .milliseconds(ms), execute: work)
    }

    public func stateNow() -> Json { state() }

    /// A conversation that cannot be opened fails its asks; the app lives on.
    private func open(_ message: Json) {
        openFailed = nil
        do {
            if level == "app" { try controller?.open() } else { try runtime.open(message) }
        } catch {
            openFailed = error
        }
    }

    private func cancel(_ ask: Int) {
        cancelled.insert(ask)
        if underWay?.ask == ask { stop() }
    }

    fileprivate func stop() {
        if level == "app" { controller?.stop() } else { runtime.stop() }
    }

    private func tellState(_ to: Transport, _ everyMs: Int) {
        if transport !== to || isOver { return }
        to.send(state().merging(["type": "state"]) { _, type in type })
        later(everyMs) { self.tellState(to, everyMs) }
    }
}

/// One ask. Its clock is the device's monotonic one, from the moment the ask came.
private final class Answer: Parts {
    let ask: Int
    private let client: GemmarkClient
    private let to: Transport
    private let message: Json
    private let cameAt = DispatchTime.now()
    private var n = 0
    @Shared private var late = false
    private var deadline: DispatchWorkItem?

    init(_ client: GemmarkClient, _ to: Transport, _ message: Json) {
        self.client = client
        self.to = to
        self.message = message
        ask = message["ask"] as! Int
    }

    private var isCancelled: Bool { client.cancelled.contains(ask) }

    func run() {
        if client.transport !== to { return }
        if isCancelled { return end(End("aborted")) }
        client.underWay = self
        startDeadline()
        defer {
            deadline?.cancel()
            client.underWay = nil
        }
        do {
            if let failed = client.openFailed { throw failed }
            end(try generate())
        } catch let failed as AskFailed {
            error(failed.code, failed.message)
        } catch let failed {
            // A runtime that is stopped may throw.
            if late || isCancelled { end(End("aborted")) } else { error("failed", "\(failed)") }
        }
    }

    func chunk(_ text: String, thinking: Bool) {
        part("chunk", thinking ? ["text": text, "thinking": true] : ["text": text])
    }

    func call(_ name: String, _ arguments: Json, raw: String?) {
        var fields: Json = ["name": name, "arguments": arguments]
        if let raw { fields["raw"] = raw }
        part("call", fields)
    }

    func malformed(_ raw: String) {
        part("malformed", ["raw": raw])
    }

    func generationEnded(_ end: End) {
        self.end(end, more: true)
        startDeadline()
    }

    private func generate() throws -> End {
        let text = message["text"] as? String
        if client.level == "app" {
            return try client.controller!.userTurn(text!, confirm: message["confirm"] as? String != "no", self)
        }
        return try client.runtime.generate(message["results"] as! [Json], text, self)
    }

    /// Each generation of a turn has the time of one.
    private func startDeadline() {
        deadline?.cancel()
        let item = DispatchWorkItem {
            self.late = true
            self.client.stop()
        }
        deadline = item
        client.timer.asyncAfter(deadline: .now() + .milliseconds(Int(message["deadlineMs"] as! Double)), execute: item)
    }

    private func end(_ end: End, more: Bool = false) {
        var fields: Json = ["finish": late ? "deadline" : isCancelled ? "aborted" : end.finish]
        fields["reason"] = end.reason
        fields["usage"] = end.usage
        if let counters = end.counters { fields["counters"] = counters }
        if let prefillMs = end.prefillMs { fields["prefillMs"] = prefillMs }
        if let rendered = end.rendered { fields["rendered"] = rendered }
        if let messages = end.messages { fields["messages"] = messages }
        if let error = end.error { fields["error"] = error }
        if more { fields["more"] = true }
        part("end", fields)
    }

    private func error(_ code: String, _ text: String) {
        to.send(["type": "error", "ask": ask, "code": code, "message": text])
    }

    private func part(_ type: String, _ fields: Json) {
        let atMs = Double(DispatchTime.now().uptimeNanoseconds - cameAt.uptimeNanoseconds) / 1e6
        let part: Json = ["type": type, "ask": ask, "n": n, "atMs": atMs]
        n += 1
        to.send(part.merging(fields) { _, field in field })
    }
}
