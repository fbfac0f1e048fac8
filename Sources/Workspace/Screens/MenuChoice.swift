package import Presentation
package import Records

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
