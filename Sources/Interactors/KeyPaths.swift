public import Records
public import Validation

// The properties of a class by their key paths: one that does not exist does not compile.

extension PropertyInteractor {
  /// Gives the interactor another property to follow, as ``attach(to:_:)-(_,String)`` does.
  public final func attach<Owner: Subject, Wrapped>(
    to subject: Owner, _ keyPath: KeyPath<Owner, Wrapped>
  ) {
    attach(to: subject, subject.propertyName(of: keyPath))
  }
}

extension LabelInteractor {
  /// Makes a label for an `@Observed` property.
  public convenience init<Owner: Subject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: KeyPath<Owner, Wrapped>, symbols: NumberSymbols = .english,
    isGrouped: Bool = false
  ) {
    self.init(
      subject, subject.propertyName(of: keyPath), symbols: symbols, isGrouped: isGrouped)
  }
}

extension DecimalLabelInteractor {
  /// Makes a label for an `@Observed` property, with digits of its own.
  public convenience init<Owner: Subject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: KeyPath<Owner, Wrapped>, digits: DecimalDigits? = nil,
    symbols: NumberSymbols = .english, isGrouped: Bool = false
  ) where Wrapped.Base: Numeric {
    self.init(
      subject, subject.propertyName(of: keyPath), digits: digits, symbols: symbols,
      isGrouped: isGrouped)
  }
}

extension DateLabelInteractor {
  /// Makes a label for an `@Observed` property, in a notation.
  public convenience init<Owner: Subject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: KeyPath<Owner, Wrapped>, dates: DateNotation = .iso,
    symbols: NumberSymbols = .english, isGrouped: Bool = false
  ) where Wrapped.Base == CalendarDate {
    self.init(
      subject, subject.propertyName(of: keyPath), dates: dates, symbols: symbols,
      isGrouped: isGrouped)
  }
}

extension ListInteractor {
  /// Attaches an interactor, not yet active, to an `@Observed` array of objects, and makes its rows.
  ///
  /// - Parameter row: makes what is nested for an object; nil where there is nothing to be shown of
  ///   it.
  public convenience init<Owner: Subject, Item: Subject>(
    _ subject: Owner, _ keyPath: KeyPath<Owner, [Item]>,
    row: @escaping (Item) -> (any InteractorProtocol)?
  ) {
    self.init(subject, subject.propertyName(of: keyPath), of: Item.self, row: row)
  }
}

extension FormInteractor {
  /// Makes a form with a field for each of some `@Observed` properties, in this order, under their
  /// names.
  public convenience init<Owner: Subject, each Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPaths: repeat KeyPath<Owner, each Wrapped>,
    symbols: NumberSymbols = .english
  ) {
    var names: [String] = []
    for keyPath in repeat each keyPaths { names.append(subject.propertyName(of: keyPath)) }
    self.init(subject, names, symbols: symbols)
  }
}

extension Calculation {
  /// Makes changes of an `@Observed` property make the value stale; the subject is held from now on.
  public func depend<Owner: Subject, Wrapped>(
    on subject: Owner, _ keyPath: KeyPath<Owner, Wrapped>
  ) {
    depend(on: subject, subject.propertyName(of: keyPath))
  }
}
