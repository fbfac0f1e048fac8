internal import Replies

/// Shows a person who waits what the running command does, how far it is and what is left, once it
/// takes longer than a second.
///
/// It shows something only when it is looked at, as happens whenever somebody asks whether the command
/// was interrupted.
final class Progress {
  /// How long nothing is shown, and after that between two looks, in milliseconds.
  private static let (patience, interval) = (1000, 200)
  /// The most characters of a command that are shown.
  private static let longestCommand = 40

  /// A part of a command whose steps are counted.
  private struct Count {
    var steps: String
    var done = 0
    var total: Int?
    var beginning: Int
    /// Says how far it is, given the milliseconds since it began; nil where the numbers do.
    var words: ((Int) -> String)?
  }

  private let show: ((String?) -> Void)?
  private let uptime: () -> Int
  private var command = ""
  private var beginning = 0
  /// When it is to be shown next.
  private var next = Int.max
  /// How many commands run inside each other.
  private var depth = 0
  private var counts: [Count] = []
  /// How far the command was that was broken off, such as `at 3 of 12 rounds`; nil where nothing was
  /// counted.
  private(set) var place: String?
  private var isPaused = false
  private var isShown = false

  init(_ configuration: Configuration) {
    (show, uptime) = (configuration.showProgress, configuration.uptime)
  }

  /// Whether there is somebody to show it to.
  var isWatched: Bool { show != nil }

  /// Runs a command, which is shown unless it is a part of another one.
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

  /// Does something whose steps are counted by ``advance(to:)``.
  ///
  /// - Parameters:
  ///   - steps: what the steps are called, such as `rounds`.
  ///   - total: how many there are, as far as that is known.
  ///   - words: says how far it is, given the milliseconds since it began; nil where the numbers do.
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

  /// Notes how many steps are done of what is counted, and shows it if it is time to.
  func advance(to done: Int, of total: Int? = nil) {
    guard let last = counts.indices.last else { return }
    counts[last].done = done
    if let total { counts[last].total = total }
    look()
  }

  /// Shows nothing while a person is at work, or nothing is waited for that ends.
  func pausing<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let former = isPaused
    isPaused = true
    hide()
    defer { isPaused = former }
    return try body()
  }

  /// The question that is asked while nothing is shown.
  func pausing(_ ask: @escaping (String) -> Bool) -> (String) -> Bool {
    { [self] question in pausing { () throws(Never) in ask(question) } }
  }

  /// Shows how far the command is, if it is time to.
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
