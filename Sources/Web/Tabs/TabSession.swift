package import Replies
package import Session
internal import Synchronization
internal import Values

/// The session of a tab, which shows its pages one after the other. Confined to its thread.
final class TabSession {
  private let options: PageOptions
  private let keyboard: TabKeyboard
  private let session: Session
  /// The current page if it is the log or a history, with the newest transaction that it shows.
  private var resting: (page: Page, newest: Int?)?

  /// - Parameters:
  ///   - run: An identifier that changes when the server restarts or the database file is replaced.
  ///   - hasChanged: Notifies the other tabs of a change.
  /// - Throws: `Diagnostic` if the database cannot be opened.
  init(
    _ options: PageOptions, _ tab: Tab, run: String, hasChanged: @escaping () -> Void
  ) throws(Diagnostic) {
    self.options = options
    let locale = options.locale(for: tab.visitor)
    var members: () -> [Datum.Entry] = { [] }
    var choose: (String) -> Void = { _ in }
    let keyboard = TabKeyboard(
      tab, greeting: { members() }, choose: { choose($0) }, hasChanged: hasChanged)
    var configuration = options.configuration()
    configuration.files = NoFiles()
    configuration.createsDatabase = false
    (configuration.isInBrowser, configuration.isForPerson, configuration.isLocal) =
      (true, true, true)
    configuration.locale = locale
    configuration.actor = options.actor ?? tab.visitor.user ?? configuration.actor
    configuration.confirm = { [unowned keyboard] in keyboard.agrees(to: $0) }
    configuration.showProgress = { [unowned keyboard] in keyboard.showProgress($0) }
    configuration.isInterrupted = { tab.isStopped() }
    configuration.isEnding = { tab.isEnding.load(ordering: .relaxed) }
    session = try Session(configuration, keyboard: keyboard) { [unowned keyboard] reply in
      keyboard.say(reply)
    }
    self.keyboard = keyboard
    var isChosen = options.actors.isEmpty
    choose = { [unowned session] name in
      guard options.actors.contains(name) else { return }
      (session.actor, isChosen) = (name, true)
    }
    keyboard.objection = { [unowned session] message in
      if session.isReadOnly { return message.isEdit ? "the database is open read-only" : nil }
      let isChange = message.isEdit || message.kind == .do && message.c != "open"
      return isChosen || !isChange ? nil : "first choose who you are"
    }
    members = { [unowned session] in
      PageData.members([
        "run": .text(run), "readOnly": .boolean(session.isReadOnly), "locale": .text(locale),
        "actor": isChosen ? .text(session.actor) : nil,
        "actors": options.actors.isEmpty ? nil : PageData.texts(options.actors),
        "database": .text(options.database),
        "pages": PageData.links(
          session.listScreens.map { ($0.title, PagePath.text(of: .screen($0.name))) }),
        "types": PageData.links(
          session.ownTypeNames.map { ($0, PagePath.text(of: .type($0))) }),
      ])
    }
  }

  func run() {
    while !keyboard.hasLeft {
      if let destination = keyboard.destination {
        keyboard.destination = nil
        show(PagePath(destination), at: destination)
      } else {
        rest()
      }
    }
    _ = session.finish(hasPrompted: true)
  }

  private func show(_ path: PagePath, at text: String) {
    (keyboard.path, keyboard.opening, resting) = (text, path.listing, nil)
    switch path.place {
    case .home:
      let screens = session.listScreens
      let first = options.screen ?? screens.first?.name
      if let first { return show(.screen(first)) }
      keyboard.show(
        ShownPage(
          title: options.database, path: "/",
          links: session.ownTypeNames.map {
            ShownPage.Link(title: $0, path: PagePath.text(of: .type($0)))
          }))
    case .page(let page):
      guard let transaction = path.at else { return show(page) }
      var past = self.page(page)
      past.path = text
      past.past = ShownPage.Past(
        transaction: transaction, time: session.time(of: transaction))
      if case .record(let id) = page, !session.formatters(of: id).isEmpty {
        keyboard.items = []
        session.show(page, after: transaction)
        past.items = keyboard.items ?? []
        keyboard.items = nil
        keyboard.show(past)
        // Report the error after drawing the page, because drawing removes notes.
        if past.items.isEmpty { session.show(page, after: transaction) }
      } else {
        keyboard.show(past)
        session.show(page, after: transaction)
        keyboard.confirm()
      }
    case .nowhere:
      keyboard.show(
        ShownPage(
          title: "There is no page \(text)", path: text,
          links: [ShownPage.Link(title: "Start", path: "/")]))
    }
  }

  private func show(_ page: Page) {
    switch page {
    case .screen, .record, .type:
      keyboard.hasVisited = false
      keyboard.whenIdle = { [session] in session.prepareForms(of: page) }
      session.show(page)
      // The page's screen was left, or could not be opened.
      if keyboard.hasVisited, keyboard.destination == nil { keyboard.destination = "/" }
      if keyboard.hasVisited { return }
      var missing = self.page(page)
      if case .record = page {} else { missing.title = "\(missing.path) cannot be shown" }
      missing.links = [ShownPage.Link(title: "Start", path: "/")]
      keyboard.show(missing)
    case .log, .history:
      resting = (page, session.newestTransaction)
      keyboard.show(self.page(page))
    }
  }

  private func page(_ page: Page) -> ShownPage {
    var shown = ShownPage(title: session.title(of: page), path: PagePath.text(of: page))
    switch page {
    case .record(let id): shown.subject = id.description
    case .history(let id):
      shown.subject = id.description
      shown.title = "History of \(shown.title)"
    case .screen, .type, .log: break
    }
    shown.history = session.history(of: page)
    return shown
  }

  /// Waits for messages while a page without a screen is shown.
  private func rest() {
    guard let message = keyboard.next() else {
      if let (page, newest) = resting, newest != session.newestTransaction { show(page) }
      return
    }
    switch message.kind {
    case .open: keyboard.destination = message.to ?? "/"
    case .back: keyboard.destination = "/"
    case .at: keyboard.travel(to: message)
    case .run where message.what == "history" && message.on != nil:
      keyboard.showsHistory = message.on ?? false
    case .run:
      guard let action = PageAction(message) else {
        return keyboard.note("this page does not support this action", isError: true)
      }
      session.carryOut(action)
      keyboard.noteChange()
      if let (page, _) = resting { show(page) }
    default: keyboard.note("there is nothing to change on this page", isError: true)
    }
    if keyboard.destination == nil { keyboard.confirm() }
  }
}

/// Gives sessions in a browser no access to files.
package struct NoFiles: FileProvider {
  package init() {}

  private var refusal: Diagnostic { Diagnostic(.refused, "a page cannot use files") }

  package func lines(of path: String) throws(Diagnostic) -> any LineSource { throw refusal }

  package func comesOnce(_ path: String) -> Bool { false }

  package func entries(of directory: String) -> [String] { [] }

  package func text(of path: String) throws(Diagnostic) -> String? { throw refusal }

  package func bytes(of path: String) throws(Diagnostic) -> any ByteSource { throw refusal }

  package func scratch() throws(Diagnostic) -> any ScratchBytes { throw refusal }

  package func noteInput(_ path: String) {}

  package func exists(_ path: String) -> Bool { false }

  package func check(_ path: String, replaces: Bool, beside store: String?) throws(Diagnostic) {
    throw refusal
  }

  package func sink(
    at path: String, replaces: Bool, beside store: String?
  ) throws(Diagnostic) -> any FileSink { throw refusal }

  package func checkFolders(of path: String, below directory: String) throws(Diagnostic) {
    throw refusal
  }

  package func makeFolders(of path: String) throws(Diagnostic) { throw refusal }

  package func remove(_ path: String) throws(Diagnostic) { throw refusal }

  package func path(_ name: String, relativeTo file: String?) -> String { name }
}
