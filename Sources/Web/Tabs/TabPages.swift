internal import Glibc
internal import NIOConcurrencyHelpers
internal import Replies
package import Session
internal import Synchronization
internal import Values

/// The tabs of a server, each with a session on its own thread.
package final class TabPages: Pages {
  private let options: PageOptions
  private struct State {
    var tabs: [String: Tab] = [:]
    /// An identifier that changes when the server restarts or the database file is replaced.
    var run = randomID()
    /// Whether sessions of a replaced file are still running.
    var isRenewing = false
    /// The number of running sessions, including those of printouts.
    var running = 0
    var isEnding = false
  }
  private let state = Mutex(State())
  private let isIdle = ConditionLock(value: true)

  package init(_ options: PageOptions) {
    self.options = options
  }

  private static func randomID() -> String {
    (0..<4).map { _ in String(UInt32.random(in: .min ... .max), radix: 36) }.joined()
  }

  package func connect(
    _ socket: any PageSocket, _ visitor: PageVisitor
  ) -> any PageListener {
    let (found, isNew, isFull) = state.withLock { state -> (Tab?, Bool, Bool) in
      // Only the user of a tab can reconnect to it.
      let known = state.tabs[visitor.tab]
      if let known, known.visitor.user == visitor.user, !known.hasEnded {
        return (known, false, false)
      }
      guard !state.isEnding, !state.isRenewing else { return (nil, false, false) }
      guard state.tabs.count < options.sessions else { return (nil, false, true) }
      let tab = Tab(Self.randomID(), visitor, at: options.clock())
      state.tabs[tab.id] = tab
      return (tab, true, false)
    }
    guard let tab = found else { return RefusedConnection(socket, isFull: isFull) }
    let connection = TabConnection(tab, socket, clock: options.clock)
    if isNew, !start(tab) {
      forget(tab)
      return RefusedConnection(socket, isFull: true)
    }
    return connection
  }

  private func start(_ tab: Tab) -> Bool {
    count(1)
    return SessionThread.start { [self] in
      do throws(Diagnostic) {
        let run = state.withLock(\.run)
        let session = try TabSession(options, tab, run: run) { [weak self, weak tab] in
          if let tab { self?.poke(allBut: tab) }
        }
        session.run()
      } catch {
        let message = PageData.object([
          "t": .text("note"), "text": .text(error.message), "error": .boolean(true),
        ])
        tab.send(JSON.text(of: message))
      }
      tab.end(1001, "the session has ended")
      forget(tab)
    }
  }

  private func forget(_ tab: Tab) {
    state.withLock { $0.tabs[tab.id] = nil }
    count(-1)
  }

  private func count(_ change: Int) {
    isIdle.lock()
    let running = state.withLock { state in
      state.running += change
      return state.running
    }
    isIdle.unlock(withValue: running == 0)
  }

  private func poke(allBut tab: Tab) {
    for other in state.withLock({ Array($0.tabs.values) }) where other !== tab {
      other.mailbox.put(.changed)
    }
  }

  /// Interval between checks of the database, in microseconds.
  private static let pause: useconds_t = 100_000

  package func watch() {
    count(1)
    let isStarted = SessionThread.start { [self] in
      while !state.withLock(\.isEnding) { watchFile() }
      count(-1)
    }
    if !isStarted { count(-1) }
  }

  /// Watches the database file; returns if the server ends, or if the file was replaced or cannot
  /// be opened.
  private func watchFile() {
    var configuration = options.configuration()
    configuration.files = NoFiles()
    configuration.isReadOnly = true
    let session = try? Session(configuration) { _ in }
    var isLost = false
    repeat {
      usleep(Self.pause)
      let hasNews = session?.hasNews() ?? true
      isLost = hasNews && session?.hasLostFile == true
      tick(hasChanged: hasNews)
    } while session != nil && !isLost && !state.withLock(\.isEnding)
    _ = session?.finish()
    if isLost { renew() }
  }

  /// Ends all sessions. Pages reconnect, and offer to fill in the input of a form again.
  ///
  /// A session of the new file starts only after the last session of the old file has ended. Both
  /// share the files beside the database, and closing those files releases the process's locks.
  private func renew() {
    let tabs = state.withLock { state in
      (state.isRenewing, state.run) = (true, Self.randomID())
      return Array(state.tabs.values)
    }
    for tab in tabs { tab.end(1001, "the database was replaced") }
    // Wait until only this thread is counted in `running`.
    while !state.withLock({ $0.isEnding || $0.running == 1 }) { usleep(Self.pause) }
    state.withLock { $0.isRenewing = false }
  }

  /// How long a disconnected tab is kept, in milliseconds.
  private static let (patience, patienceWithWork) = (60_000, 30 * 60_000)

  private func tick(hasChanged: Bool) {
    let now = options.clock()
    for tab in state.withLock({ Array($0.tabs.values) }) {
      let patience =
        tab.hasWork.load(ordering: .relaxed) ? Self.patienceWithWork : Self.patience
      if tab.absence(at: now) > patience {
        tab.end(1001, "the tab was disconnected for too long")
      } else if hasChanged {
        tab.mailbox.put(.changed)
      }
    }
  }

  /// Maximum time to wait for sessions to end, in seconds.
  private static let longestEnd = 0.8

  package func end() {
    let tabs = state.withLock { state in
      state.isEnding = true
      return Array(state.tabs.values)
    }
    for tab in tabs { tab.end(1001, "the server is stopping") }
    if isIdle.lock(whenValue: true, timeoutSeconds: Self.longestEnd) { isIdle.unlock() }
  }

  package func printout(
    _ path: [String], formatter: String?, _ visitor: PageVisitor,
    _ answer: @escaping @Sendable (String?) -> Void
  ) {
    guard !state.withLock({ $0.isEnding || $0.isRenewing }) else { return answer(nil) }
    count(1)
    let isStarted = SessionThread.start { [self] in
      answer(Printout(options, visitor).html(path, formatter: formatter))
      count(-1)
    }
    guard !isStarted else { return }
    count(-1)
    answer(nil)
  }
}

enum SessionThread {
  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Returns false if the thread cannot be created.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    let code = pthread_create(
      &thread, nil,
      { work in
        if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    if code == 0 { pthread_detach(thread) } else { work.release() }
    return code == 0
  }
}

struct Printout {
  private let options: PageOptions
  private let visitor: PageVisitor

  init(_ options: PageOptions, _ visitor: PageVisitor) {
    (self.options, self.visitor) = (options, visitor)
  }

  /// Returns nil if the path does not name a record, if no formatter is given, or if printing fails
  /// or has no output.
  ///
  /// - Parameter path: The type and the number of the record.
  func html(_ path: [String], formatter: String?) -> String? {
    guard path.count == 2, let number = Int(path[1]), number > 0, let formatter else { return nil }
    var configuration = options.configuration()
    configuration.files = NoFiles()
    configuration.isReadOnly = true
    (configuration.isForPerson, configuration.locale) = (true, options.locale(for: visitor))
    var text = ""
    var hasFailed = false
    let session = try? Session(configuration) { reply in
      switch reply {
      case .item(let item): text += item.text + "\n"
      case .diagnostic(let diagnostic) where diagnostic.severity == .error: hasFailed = true
      default: break
      }
    }
    guard let session else { return nil }
    defer { _ = session.finish() }
    session.print(RecordID(path[0], number), withHTML: formatter)
    return hasFailed || text.isEmpty ? nil : text
  }
}

package struct PageOptions: Sendable {
  /// The name of the database as displayed to users.
  package var database: String
  /// The list screen of the first page; nil for the first list screen defined.
  package var screen: String?
  /// The locale; nil for the browser's language.
  package var locale: String?
  /// The locale of a browser whose languages are unknown.
  package var defaultLocale: String
  /// The author of changes; if nil, the proxy's user, or else the author of the configuration.
  package var actor: String?
  /// The authors from which a user can choose.
  package var actors: [String]
  /// The maximum number of tabs.
  package var sessions: Int
  /// Creates the configuration of a session, on the session's thread. The tab then replaces some
  /// settings, such as the locale and the author.
  package var configuration: @Sendable () -> Configuration
  /// Monotonic time in milliseconds.
  package var clock: @Sendable () -> Int

  package init(
    database: String, screen: String? = nil, locale: String? = nil, defaultLocale: String,
    actor: String? = nil, actors: [String] = [], sessions: Int = 50,
    configuration: @escaping @Sendable () -> Configuration, clock: @escaping @Sendable () -> Int
  ) {
    (self.database, self.screen, self.locale) = (database, screen, locale)
    (self.defaultLocale, self.actor, self.actors) = (defaultLocale, actor, actors)
    (self.sessions, self.configuration, self.clock) = (sessions, configuration, clock)
  }

  func locale(for visitor: PageVisitor) -> String {
    locale ?? visitor.languages.lazy.map { $0.replacing("-", with: "_") }
      .first(where: Session.knows(locale:)) ?? defaultLocale
  }
}
