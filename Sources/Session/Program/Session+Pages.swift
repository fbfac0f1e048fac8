internal import CommandLanguage
internal import Interactors
internal import RecordStore
package import Records
internal import Replies
internal import Workspace

extension Session {
  package var actor: String {
    get { store.journal.actor }
    set { store.journal.actor = newValue }
  }

  package var isReadOnly: Bool { configuration.isReadOnly }

  /// The names and titles of the list screens, in the order of their definitions.
  package var listScreens: [(name: String, title: String)] {
    views.screens.filter { $0.listing != nil }.map { ($0.name, $0.title ?? $0.name) }
  }

  package var typeNames: [String] { store.schema.types.map(\.name) }

  /// Shows a page until it is left. Pages without a screen are reported as tables.
  package func show(_ page: Page) {
    do throws(Diagnostic) {
      feed(try command(showing: page))
    } catch {
      say(.diagnostic(error))
    }
  }

  /// The names are those of the database, so an address cannot contain a command.
  private func command(showing page: Page) throws(Diagnostic) -> String {
    switch page {
    case .screen(let name):
      let screen = try views.screen(Name(name, at: .nowhere))
      guard screen.listing != nil else {
        throw Diagnostic(.refused, "the screen \(name) shows one \(screen.type), not a list")
      }
      return "open \(screen.name.asName)"
    case .record(let id):
      guard let screen = views.screen(about: id.type) else {
        throw Diagnostic(.refused, "there is no screen for \(id.type)")
      }
      return "open \(screen.name.asName) \(try resolver.written(id))"
    case .type(let name):
      return "list \(try resolver.type(Name(name, at: .nowhere)).name.asName)"
    case .log: return "log limit 200"
    case .history(let id): return try PageAction.history(id).command(by: resolver)
    }
  }

  /// Reports a record as a formatter declared `html` shows it.
  package func print(_ id: RecordID, withHTML formatter: String) {
    do throws(Diagnostic) {
      let definition = try views.formatter(Name(formatter, at: .nowhere))
      guard definition.isHTML else {
        throw Diagnostic(.refused, "the formatter \(formatter) is not declared html")
      }
      feed("show \(try resolver.written(id)) with \(definition.name.asName)")
    } catch {
      say(.diagnostic(error))
    }
  }

  /// Whether other connections have changed the database since the last call; true if that is
  /// unknown.
  package func hasNews() -> Bool { (try? store.journal.refresh()) ?? true }

  package static func knows(locale: String) -> Bool { FieldNotation(locale: locale) != nil }

  /// Runs an action while no screen is shown.
  package func carryOut(_ action: PageAction) {
    do throws(Diagnostic) {
      feed(try action.command(by: resolver))
    } catch {
      say(.diagnostic(error))
    }
  }
}
