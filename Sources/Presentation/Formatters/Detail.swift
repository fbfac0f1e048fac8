public import Values

/// What tells the items apart that the ready-made formatters make.
public struct DetailID: Hashable, Sendable, CustomStringConvertible {
  /// What an item is about.
  public enum Owner: Hashable, Sendable {
    /// The subject of the screen, where it is no record of a store.
    case subject
    /// A property of the subject.
    case property(String)
    /// A record of a store: the subject of the screen, or one that it leads to.
    case record(RecordID)
    /// A place in a list of objects that are no records of a store, counted from 0.
    case place(list: String, index: Int)
  }

  /// What the item is about.
  public var owner: Owner
  /// Counts from 1 the items of the section that are about the same.
  public var line: Int

  /// Makes the id of an item, the first about its owner unless told otherwise.
  public init(_ owner: Owner, line: Int = 1) {
    self.owner = owner
    self.line = line
  }

  /// The id as text: `title`, `Review/2`, `reviews[0]`; a further line of the same as `Review/2:2`.
  public var description: String {
    let name =
      switch owner {
      case .subject: "subject"
      case .property(let name): name.asName
      case .record(let id): id.description
      case .place(let list, let index): "\(list.asName)[\(index)]"
      }
    return line == 1 ? name : "\(name):\(line)"
  }
}

/// The kinds of the items that the ready-made formatters make.
///
/// More cases will come: code of another package that switches over them needs a `default`.
public enum DetailKind: String, Hashable, Sendable {
  /// A property of the subject.
  case property
  /// A line about the subject.
  case text
  /// A line about a record or object that the subject leads to.
  case record
  /// What stands for a list without items.
  case none
  /// Why something cannot be shown.
  case failure
}

/// A section of a ready-made formatter.
public typealias DetailSection = Section<DetailID, DetailKind>
/// An item of a ready-made formatter.
public typealias DetailItem = Item<DetailID, DetailKind>
