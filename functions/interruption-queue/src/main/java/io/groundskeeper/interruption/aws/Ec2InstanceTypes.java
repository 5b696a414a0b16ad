package io.groundskeeper.interruption.aws;

import static io.groundskeeper.interruption.digest.InstanceType.ARCHITECTURE;
import static io.groundskeeper.interruption.digest.InstanceType.PREFIX;
import static io.groundskeeper.interruption.digest.InstanceType.TYPE;

import io.groundskeeper.core.aws.AwsCalls;
import io.groundskeeper.interruption.digest.InstanceType;
import io.groundskeeper.interruption.digest.InstanceTypes;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.EbsOptimizedSupport;
import software.amazon.awssdk.services.ec2.model.EphemeralNvmeSupport;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.InstanceTypeInfo;

/**
 * The types of instances by EC2's own account of them, with the labels that Karpenter derives from it.
 *
 * @param ec2 of the function's Region, made for each look
 */
public record Ec2InstanceTypes(Supplier<Ec2Client> ec2) implements InstanceTypes {

    /** The letters before the generation, without a memory size as in u-6tb1.metal. */
    private static final Pattern FAMILY = Pattern.compile("([a-z]+)(?:-[0-9]+tb)?([0-9]+)[^.]*");

    private static final Map<String, String> ARCHITECTURES = Map.of("x86_64", "amd64", "arm64", "arm64");

    @Override
    public List<InstanceType> spot() {
        // Closed at once: it is asked once a day. The HTTP client that all share stays.
        try (var client = ec2.get()) {
            return AwsCalls.call(
                    "ec2:DescribeInstanceTypes",
                    () -> client
                            .describeInstanceTypesPaginator(r -> r.filters(
                                    filter("supported-usage-class", "spot"),
                                    filter("supported-virtualization-type", "hvm"),
                                    filter("processor-info.supported-architecture", "x86_64", "arm64")))
                            .instanceTypes()
                            .stream()
                            .map(Ec2InstanceTypes::type)
                            .toList());
        }
    }

    private static Filter filter(String name, String... values) {
        return Filter.builder().name(name).values(values).build();
    }

    private static InstanceType type(InstanceTypeInfo info) {
        var name = info.instanceTypeAsString();
        var labels = new HashMap<String, String>();
        labels.put(TYPE, name);
        labels.put(
                PREFIX + "hypervisor",
                Optional.ofNullable(info.hypervisorAsString()).orElse(""));
        addName(labels, name.split("\\.", 2));
        addProcessor(labels, info);
        if (info.memoryInfo() != null && info.memoryInfo().sizeInMiB() != null) {
            labels.put(PREFIX + "memory", info.memoryInfo().sizeInMiB().toString());
        }
        addStorage(labels, info);
        var encrypts = info.networkInfo() != null
                && Boolean.TRUE.equals(info.networkInfo().encryptionInTransitSupported());
        labels.put(PREFIX + "encryption-in-transit-supported", String.valueOf(encrypts));
        return new InstanceType(name, labels);
    }

    private static void addName(Map<String, String> labels, String[] parts) {
        var family = FAMILY.matcher(parts[0]);
        if (family.matches()) {
            labels.put(PREFIX + "category", family.group(1));
            labels.put(PREFIX + "generation", family.group(2));
        }
        if (parts.length == 2) {
            labels.put(PREFIX + "family", parts[0]);
            labels.put(PREFIX + "size", parts[1]);
        }
    }

    private static void addProcessor(Map<String, String> labels, InstanceTypeInfo info) {
        if (info.vCpuInfo() != null && info.vCpuInfo().defaultVCpus() != null) {
            labels.put(PREFIX + "cpu", info.vCpuInfo().defaultVCpus().toString());
        }
        var processor = info.processorInfo();
        if (processor == null) {
            return;
        }
        if (processor.manufacturer() != null) {
            labels.put(
                    PREFIX + "cpu-manufacturer",
                    processor.manufacturer().toLowerCase(Locale.ROOT).replace(' ', '-'));
        }
        processor.supportedArchitecturesAsStrings().stream()
                .flatMap(architecture -> Optional.ofNullable(ARCHITECTURES.get(architecture)).stream())
                .findFirst()
                .ifPresent(architecture -> labels.put(ARCHITECTURE, architecture));
    }

    private static void addStorage(Map<String, String> labels, InstanceTypeInfo info) {
        var disks = info.instanceStorageInfo();
        if (disks != null && disks.nvmeSupport() != EphemeralNvmeSupport.UNSUPPORTED && disks.totalSizeInGB() != null) {
            labels.put(PREFIX + "local-nvme", disks.totalSizeInGB().toString());
        }
        var ebs = info.ebsInfo();
        if (ebs != null && ebs.ebsOptimizedInfo() != null && ebs.ebsOptimizedSupport() == EbsOptimizedSupport.DEFAULT) {
            labels.put(
                    PREFIX + "ebs-bandwidth",
                    String.valueOf(ebs.ebsOptimizedInfo().maximumBandwidthInMbps()));
        }
    }
}
