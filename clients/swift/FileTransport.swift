// The protocol without a cable (docs/plans.md): plays a plan, and writes down what was said. The twin of FileTransport.kt. Never
// compiled by gemmark: see README.md.
import Foundation

/// `play` on a background thread; the screen must stay on.
public final class FileTransport: Transport {
    private let client: GemmarkClient
    private let plan: URL
    private let answers: URL
    private var out: FileHandle!
    private let writing = NSLock()

    /// Where the answer to an ask ends: whether its sample goes on.
    private let ends = DispatchSemaphore(value: 0)
    @Shared private var goesOn = true
    @Shared private var asked: Int?
    @Shared private var isStopped = false

    public init(_ client: GemmarkClient, plan: URL, answers: URL) {
        self.client = client
        self.plan = plan
        self.answers = answers
    }

    /// Asks every sample that an earlier process has not finished. False: the app cannot continue, and has to be started again.
    public func play() throws -> Bool {
        let messages = linesOf(try Data(contentsOf: plan)).compactMap(messageOf)
        let welcome = messages[0]
        let before = try Finished(answers, welcome["session"] as! String)
        let samples = samplesOf(messages.dropFirst())
        let written = (try? Data(contentsOf: answers)) ?? Data()
        let isTorn = written.last != nil && written.last != newline
        if !FileManager.default.fileExists(atPath: answers.path) { FileManager.default.createFile(atPath: answers.path, contents: nil) }
        out = try FileHandle(forWritingTo: answers)
        try out.seekToEnd()
        if isTorn { try out.write(contentsOf: Data([newline])) }
        client.session = before.isBegun ? welcome["session"] as? String : nil
        write("app", client.hello(token: ""))
        copy(welcome)
        let details = welcome["plan"] as! Json
        let beganAt = DispatchTime.now()
        var isFirst = true
        for sample in samples {
            if before.isDone(sample, tries: details["tries"] as! Int) { continue }
            if !isFirst { coolDown(details["coolDown"] as? String ?? "") }
            isFirst = false
            if !ask(sample) { return false }
        }
        // A process that goes on after another adds no further rounds.
        let sustainS = before.isBegun ? 0 : details["sustainS"] as? Double ?? 0
        while secondsSince(beganAt) < sustainS {
            for sample in samples {
                if !ask(sample) { return false }
            }
        }
        copy(["type": "close"])
        client.show("done, \(samples.count) of \(samples.count): send \(answers.lastPathComponent)")
        return true
    }

    /// A turn with an error ends its sample. False: the app cannot continue.
    private func ask(_ sample: [Json]) -> Bool {
        for message in sample {
            asked = message["type"] as? String == "ask" ? message["ask"] as? Int : nil
            copy(message)
            if asked != nil && !isEnded() { break }
        }
        return !isStopped
    }

    private func isEnded() -> Bool {
        ends.wait()
        return goesOn
    }

    private func copy(_ message: Json) {
        write("gemmark", message)
        client.received(self, message)
    }

    public func send(_ message: Json) {
        let type = message["type"] as! String
        if type == "pong" { return }
        write("app", message)
        if type == "error" && message["ask"] == nil { isStopped = true }
        let isLast = type == "error" || (type == "end" && message["more"] as? Bool != true)
        if isLast && (isStopped || message["ask"] as? Int == asked) {
            goesOn = type == "end" && message["error"] == nil
            ends.signal()
        }
    }

    /// One line, in one write, straight to the file: what was written survives a kill.
    private func write(_ from: String, _ message: Json) {
        writing.lock()
        defer { writing.unlock() }
        var line: Json = ["from": from, "at": (secondsSince(start) * 1e6).rounded() / 1000, "message": message]
        if message["type"] as? String == "hello" { line["time"] = ISO8601DateFormatter().string(from: Date()) }
        try? out.write(contentsOf: Data("\(text(line))\n".utf8))
    }

    /// Seconds, or until the phone is nominal, at most ten minutes; without a status it does not wait.
    private func coolDown(_ wanted: String) {
        if wanted.hasSuffix("s") { return Thread.sleep(forTimeInterval: Double(wanted.dropLast()) ?? 0) }
        if wanted != "nominal" { return }
        let waiting = DispatchTime.now()
        while secondsSince(waiting) < 600 {
            let thermal = client.stateNow()["thermal"] as? String ?? "nominal"
            if thermal == "nominal" { return }
            Thread.sleep(forTimeInterval: 1)
        }
    }
}

/// Monotonic; Swift does not say when the process began.
private let start = DispatchTime.now()

private let newline = UInt8(ascii: "\n")

private func secondsSince(_ moment: DispatchTime) -> Double {
    Double(DispatchTime.now().uptimeNanoseconds - moment.uptimeNanoseconds) / 1e9
}

func text(_ message: Json) -> String {
    let data = try! JSONSerialization.data(withJSONObject: message, options: [.withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
}

func json(_ text: String) -> Json? {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? Json
}

/// A line that was cut inside a character is read too.
func linesOf(_ data: Data) -> [String] {
    String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
}

/// A line that a killed process was writing is none.
func messageOf(_ line: String) -> Json? {
    json(line)?["message"] as? Json
}

/// By sample: what opens it, and its asks.
private func samplesOf(_ messages: ArraySlice<Json>) -> [[Json]] {
    var samples: [[Json]] = []
    var sample: String?
    for message in messages {
        if message["type"] as? String == "close" { continue }
        if let named = message["sample"] as? String, named != sample {
            sample = named
            samples.append([])
        }
        samples[samples.count - 1].append(message)
    }
    return samples
}

/// What earlier processes have left. A file of another plan is put aside, never mixed in.
private struct Finished {
    private var begun: [Int: Int] = [:]
    private var ended: [Int: Json] = [:]
    let isBegun: Bool

    init(_ file: URL, _ session: String) throws {
        let messages = linesOf((try? Data(contentsOf: file)) ?? Data()).compactMap(messageOf)
        let other = messages.first { $0["type"] as? String == "welcome" && $0["session"] as? String != session }
        if let word = other?["session"] as? String {
            let aside = URL(fileURLWithPath: "\(file.path).\(word.prefix(12))")
            try FileManager.default.moveItem(at: file, to: aside)
        }
        isBegun = other == nil && !messages.isEmpty
        if isBegun { read(messages) }
    }

    private mutating func read(_ messages: [Json]) {
        var pending: Int?
        var process: String?
        for message in messages {
            switch message["type"] as? String {
            case "ask":
                let ask = message["ask"] as! Int
                pending = ask
                begun[ask, default: 0] += 1
            case "hello":
                let exit = message["exit"] as? Json
                // A person or an update ended the process: the try does not count.
                let isOutside = exit != nil && exit?["process"] as? String == process && outside.contains(exit?["reason"] as? String ?? "")
                if let pending, isOutside { begun[pending, default: 1] -= 1 }
                pending = nil
                process = message["process"] as? String
            case "end", "error":
                if let ask = message["ask"] as? Int, message["more"] as? Bool != true {
                    ended[ask] = message
                    pending = nil
                }
            default:
                break
            }
        }
    }

    /// All its ends are there, or one with an error, or it was begun as often as the plan allows.
    func isDone(_ sample: [Json], tries: Int) -> Bool {
        let asks = sample.filter { $0["type"] as? String == "ask" }.map { $0["ask"] as! Int }
        let ends = asks.compactMap { ended[$0] }
        let isFailed = ends.contains { $0["type"] as? String == "error" || $0["error"] != nil }
        return isFailed || ends.count == asks.count || asks.map { begun[$0] ?? 0 }.max()! >= tries
    }
}

private let outside: Set<String> = ["user", "update"]
