public import Values

/// A part of a screen: items from top to bottom, with an optional title.
public struct ItemSection<ID: Hashable & Sendable, Kind: Hashable & Sendable>: Hashable, Sendable {
  /// The title above the items; nil if there is none.
  public var title: String?
  /// The items from top to bottom.
  public var items: [Item<ID, Kind>]

  /// Creates a section.
  public init(title: String? = nil, items: [Item<ID, Kind>]) {
    self.title = title
    self.items = items
  }
}

/// An element of a screen: a line, an image, a button.
///
/// A kind may contain data for its view in addition to the text, such as the address of an image.
public struct Item<ID: Hashable & Sendable, Kind: Hashable & Sendable>: Hashable, Sendable,
  Identifiable
{
  /// The identifier of the item, unique in its section and independent of the text.
  public var id: ID
  /// The kind of view that shows the item.
  public var kind: Kind
  /// The text of the item.
  public var text: String

  /// Creates an item.
  public init(_ id: ID, _ kind: Kind, _ text: String) {
    self.id = id
    self.kind = kind
    self.text = text
  }
}

/// The identifier of an item created by the built-in formatters.
public struct DetailID: Hashable, Sendable, CustomStringConvertible {
  /// The object that an item is about.
  public enum Owner: Hashable, Sendable {
    /// The subject of the screen, if it is not a stored record.
    case subject
    /// A property of the subject.
    case property(String)
    /// A stored record: the subject of the screen, a list item, or a referenced record.
    case record(RecordID)
    /// An index, from 0, in a list of objects that are not stored records.
    case place(list: String, index: Int)
  }

  /// The object that the item is about.
  public var owner: Owner
  /// The number of the item among the items of its section about the same owner, from 1.
  public var line: Int

  /// Creates an identifier; by default of the first item about its owner.
  public init(_ owner: Owner, line: Int = 1) {
    self.owner = owner
    self.line = line
  }

  /// The identifier as text: `title`, `Review/2`, `reviews[0]`; further items about the same owner
  /// end in a number, such as `Review/2:2`.
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

/// The kinds of items created by the built-in formatters.
///
/// Cases may be added in later versions: a `switch` in another package needs a `default`.
public enum DetailKind: String, Hashable, Sendable {
  /// A property of the subject.
  case property
  /// A line about the subject.
  case text
  /// A line about a record or object that the subject refers to.
  case record
  /// The placeholder for an empty list.
  case none
  /// The reason why something cannot be shown.
  case failure
}

/// A section created by a built-in formatter.
public typealias DetailSection = ItemSection<DetailID, DetailKind>
/// An item created by a built-in formatter.
public typealias DetailItem = Item<DetailID, DetailKind>
