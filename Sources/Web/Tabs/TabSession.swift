internal import Replies
internal import Session
internal import Synchronization
internal import Values

/// The session of a tab: shows one page after the other. Confined to its thread.
final class TabSession {
  private let options: PageOptions
  private let keyboard: TabKeyboard
  private let session: Session

  /// - Parameters:
  ///   - run: Differs after a restart of the server.
  ///   - hasChanged: Tells the other tabs about a change.
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
    configuration.isInterrupted = {
      tab.isInterrupted.exchange(false, ordering: .relaxed)
        || tab.isEnding.load(ordering: .relaxed)
    }
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
    (keyboard.path, keyboard.opening) = (text, path.listing)
    switch path.place {
    case .home:
      let screens = session.listScreens
      let first = options.screen ?? screens.first?.name
      if let first { return show(.screen(first)) }
      keyboard.showPage(
        title: options.database, path: "/",
        links: session.ownTypeNames.map { ($0, PagePath.text(of: .type($0))) })
    case .page(let page):
      guard let transaction = path.at else { return show(page) }
      keyboard.showPage(title: "As of #\(transaction)", path: text)
      session.show(page, after: transaction)
      keyboard.confirm()
    case .nowhere:
      keyboard.showPage(title: "There is no page \(text)", path: text, links: [("Start", "/")])
    }
  }

  private func show(_ page: Page) {
    keyboard.hasVisited = false
    switch page {
    case .screen, .record, .type: break
    case .log: keyboard.showPage(title: "Log", path: PagePath.text(of: page))
    case .history(let id):
      keyboard.showPage(title: "History of \(id)", path: PagePath.text(of: page))
    }
    session.show(page)
    // The first screen was left, or could not be opened.
    if keyboard.hasVisited, keyboard.destination == nil { keyboard.destination = "/" }
    if keyboard.hasVisited { return }
    switch page {
    case .screen, .record, .type:
      let text = PagePath.text(of: page)
      keyboard.showPage(
        title: "\(text) cannot be shown", path: text, links: [("Start", "/")])
    case .log, .history: keyboard.confirm()
    }
  }

  /// Waits on a page without a screen.
  private func rest() {
    guard let message = keyboard.next() else { return }
    switch message.kind {
    case .open: keyboard.destination = message.to ?? "/"
    case .back: keyboard.destination = "/"
    case .at: keyboard.travel(to: message)
    case .run:
      guard let action = PageAction(message) else {
        return keyboard.note("the page cannot run that", isError: true)
      }
      session.carryOut(action)
      keyboard.noteChange()
    default: keyboard.note("this page has nothing to change", isError: true)
    }
    if keyboard.destination == nil { keyboard.confirm() }
  }
}
