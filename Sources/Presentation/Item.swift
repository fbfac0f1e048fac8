public import Records

/// One thing that is shown: a property of a record under its name.
public struct Item {
  /// What the item is called on the screen.
  public var title: String
  /// The property that is shown, whose kind and rules say how to show and edit it.
  public var property: Property
  /// The value when the item was made, which does not follow the record; nil where there was none.
  public var value: Value?

  /// Makes an item that shows a value of a property.
  public init(title: String, property: Property, value: Value?) {
    self.title = title
    self.property = property
    self.value = value
  }
}
