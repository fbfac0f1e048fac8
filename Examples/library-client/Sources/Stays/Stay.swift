import Records
import Values

public final class Stay: RuledSubject {
  public let propertyChanged = PropertyChanged()
  @Observed(length: 1...40) public var guest = "Ada Lovelace"
  @Observed(in: 1...31) public var arrival = 1
  @Observed(in: 1...31) public var departure = 2
  @Observed(in: 0..., unit: "€", fractionDigits: 2...2) public var price: ExactDecimal = 80

  public static var rules: [ObjectRule<Stay>] {
    [
      ObjectRule("order", "must end after it begins", about: \.departure, \.arrival) {
        $0.arrival < $0.departure
      },
      ObjectRule("long", severity: .warn, about: \.departure) {
        $0.departure - $0.arrival <= Settings.shared.longestStay
      },
    ]
  }

  public init() {}
}

/// App-wide settings, which the conditions and overrides of interactors read.
public final class Settings {
  public static let shared = Settings()
  public var longestStay = 14
  public var isLoud = false
}
