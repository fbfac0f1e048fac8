package import Presentation
package import RecordStore
package import Records
package import Replies

/// The owner of the screen definitions, which interprets their parts and runs the commands of their
/// menus.
package protocol ScreenHost: AnyObject {
  var screens: [ScreenDefinition] { get }

  /// The query of a list screen, with the current clock and session names.
  func query(of listing: any DefinitionBody) throws(Diagnostic) -> RecordQuery

  func table(of listing: any DefinitionBody) throws(Diagnostic) -> any ScreenTable

  func report(_ listing: any DefinitionBody) throws(Diagnostic)

  func formatters(of definition: ScreenDefinition) throws(Diagnostic) -> [TemplateFormatter]

  func title(of definition: ScreenDefinition) throws(Diagnostic) -> Template?

  /// - Parameter record: Nil on a list screen.
  func label(
    _ label: any DefinitionBody, of record: RecordID?, say: @escaping (Reply) -> Void
  ) throws(Diagnostic) -> BoundLabel

  func field(_ field: any DefinitionBody, of record: RecordID) throws(Diagnostic) -> BoundField

  /// Sets how the formatters of screens format values.
  func prepare(_ input: inout FormatterInput)

  func command(_ choice: MenuChoice, in place: MenuChoice.Place) -> PresenterCommand<RecordID>

  /// Returns a user command, or a disabled command if the name is unknown.
  func command(named name: String) -> PresenterCommand<RecordID>

  /// The list that `add` appends to; nil for other commands.
  func list(of entry: ScreenDefinition.MenuEntry, on type: String) throws(Diagnostic) -> String?

  /// The user commands in the menu while no screen is open.
  var offeredCommands: [PresenterCommand<RecordID>] { get }

  /// Shows the progress of loading to a waiting user, or hides it; nil if no user is waiting.
  var showProgress: ((String?) -> Void)? { get }

  /// A monotonic time, in milliseconds.
  func uptime() -> Int

  func askForInterruption() -> Bool

  /// Runs a closure without showing the progress of the command, because the closure shows the
  /// progress of loading.
  func loading(_ body: () throws(WorkspaceError) -> Void) throws(WorkspaceError)
}

package protocol ScreenTable {
  var headings: [Column] { get }
  var reads: Set<PropertyReference> { get }

  /// Returns the rows of records, in the order of `numbers`.
  func rows(of numbers: [Int]) throws(Diagnostic) -> [ScreenRow]

  /// Returns the given records that have a text in a column, in the same order.
  func records(_ numbers: [Int], with text: String) throws(Diagnostic) -> [Int]
}

/// Runs a part of a definition; its errors pass through the workspace unchanged.
func fromBody<Result>(
  _ body: @autoclosure () throws(Diagnostic) -> Result
) throws(WorkspaceError) -> Result {
  do {
    return try body()
  } catch {
    throw .body(error)
  }
}

package struct ScreenDefinition {
  package struct Listing {
    package var query: any DefinitionBody
    package var opens: String?

    package init(query: any DefinitionBody, opens: String?) {
      (self.query, self.opens) = (query, opens)
    }
  }

  package struct Field {
    package var name: String
    package var body: any DefinitionBody

    package init(name: String, body: any DefinitionBody) { (self.name, self.body) = (name, body) }
  }

  package struct MenuEntry: Hashable, Sendable {
    package var command: String
    package var list: String?

    package init(command: String, list: String?) { (self.command, self.list) = (command, list) }
  }

  package var name: String
  package var type: String
  /// The query of a list screen; nil for a screen of one record.
  package var listing: Listing?
  package var title: String?
  package var formatters: [String]
  package var labels: [any DefinitionBody]
  package var fields: [Field]
  package var menu: [MenuEntry]

  package init(name: String, type: String) {
    (self.name, self.type) = (name, type)
    (formatters, labels, fields, menu) = ([], [], [], [])
  }
}

/// A part of a definition that only the host can interpret.
package protocol DefinitionBody {}

package enum MenuChoice: String, CaseIterable {
  case open, show, edit, delete, add, remove

  /// The commands available while no screen is open.
  package static let ofSession: [MenuChoice] = [.open, .show, .edit, .delete]

  package enum Place {
    case session
    /// A screen of a record; `add` appends to the list.
    case record(RecordID, list: String?)
    /// A list screen; `open` opens the screen named `opens`.
    case type(String, opens: String?)
  }

  package var changesRecords: Bool {
    switch self {
    case .open, .show: false
    case .edit, .delete, .add, .remove: true
    }
  }

  package var need: PresenterCommand<RecordID>.Need {
    switch self {
    case .open, .show, .edit: .one
    case .delete, .remove: .some
    case .add: .nothing
    }
  }

  package var takesSubject: Bool {
    switch self {
    case .show, .edit, .delete: true
    case .open, .add, .remove: false
    }
  }

  package var gesture: UserGesture<RecordID>.Kind? {
    switch self {
    case .open: .open
    case .edit: .edit
    case .delete, .remove: .remove
    case .add: .add
    case .show: nil
    }
  }
}
