internal import Replies

/// Shows the progress of a command to a waiting user after one second.
///
/// Updated only by `look`, which is called while commands count steps or poll for interruptions.
final class Progress {
  /// The delay of the first display and the interval of updates, in milliseconds.
  private static let (patience, interval) = (1000, 200)
  /// In characters.
  private static let longestCommand = 40

  private struct Count {
    var steps: String
    var done = 0
    var total: Int?
    var beginning: Int
    var words: ((Int) -> String)?
  }

  private let show: ((String?) -> Void)?
  private let uptime: () -> Int
  private var command = ""
  private var beginning = 0
  private var next = Int.max
  private var depth = 0
  private var counts: [Count] = []
  /// The progress of an interrupted command, for example `at 3 of 12 iterations`; nil if no steps
  /// were counted.
  private(set) var place: String?
  private var isPaused = false
  private var isShown = false

  init(_ configuration: Configuration) {
    (show, uptime) = (configuration.showProgress, configuration.uptime)
  }

  var isWatched: Bool { show != nil }

  /// Shows the progress of outermost commands only.
  func running<Failure: Error>(
    _ text: String, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    guard show != nil else { return try body() }
    if depth == 0 {
      let line = text.prefix { !$0.isNewline }
      command = (line.count < text.count ? line + "…" : String(line))
        .shortened(to: Self.longestCommand)
      place = nil
      beginning = uptime()
      next = beginning + Self.patience
    }
    depth += 1
    defer {
      depth -= 1
      if depth == 0 {
        hide()
        counts = []
        next = .max
      }
    }
    try body()
  }

  /// Runs a closure whose steps are counted by ``advance(to:of:)``.
  ///
  /// - Parameters:
  ///   - steps: The plural of a step, for example `iterations`.
  ///   - words: Formats the progress from the milliseconds since the start; nil for the default
  ///     format.
  func counting<Result, Failure: Error>(
    _ steps: String, of total: Int? = nil, saying words: ((Int) -> String)? = nil,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard show != nil else { return try body() }
    counts.append(Count(steps: steps, total: total, beginning: uptime(), words: words))
    defer { _ = counts.popLast() }
    do throws(Failure) {
      return try body()
    } catch {
      if counts.count == 1 { place = counts.first.map { "at \(self.words(of: $0))" } }
      throw error
    }
  }

  func advance(to done: Int, of total: Int? = nil) {
    guard let last = counts.indices.last else { return }
    counts[last].done = done
    if let total { counts[last].total = total }
    look()
  }

  func pausing<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let former = isPaused
    isPaused = true
    hide()
    defer { isPaused = former }
    return try body()
  }

  func pausing(_ ask: @escaping (String) -> Bool) -> (String) -> Bool {
    { [self] question in pausing { () throws(Never) in ask(question) } }
  }

  func look() {
    guard let show, depth > 0, !isPaused else { return }
    let now = uptime()
    guard now >= next else { return }
    next = now + Self.interval
    isShown = true
    show(words(at: now))
  }

  private func words(at now: Int) -> String {
    guard let count = counts.first else { return "\(command): \((now - beginning) / 1000) s" }
    if let words = count.words { return words(now - count.beginning) }
    let words = "\(command): \(words(of: count))"
    guard let total = count.total, count.done > 0, total > count.done else { return words }
    let rest = Double(now - count.beginning) * Double(total - count.done) / Double(count.done)
    return "\(words), \(Int(rest / 1000)) s left"
  }

  private func words(of count: Count) -> String {
    count.total.map { "\(count.done) of \($0) \(count.steps)" } ?? "\(count.done) \(count.steps)"
  }

  private func hide() {
    if isShown { show?(nil) }
    isShown = false
  }
}
