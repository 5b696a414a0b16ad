package io.groundskeeper.local.inventory;

import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.moto.MotoClients;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Bucket;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.Tag;

/** S3: the buckets of the caller's region. */
final class S3Source implements Source {
    private final MotoClients clients;

    S3Source(MotoClients clients) {
        this.clients = clients;
    }

    @Override
    public String service() {
        return "s3";
    }

    @Override
    public List<Resource> list(Scope caller) {
        var s3 = clients.s3(caller);
        return s3.listBuckets().buckets().stream()
                .map(Bucket::name)
                .filter(name -> region(s3, name).equals(caller.region()))
                .map(name -> new Resource(
                        "arn:" + caller.partition() + ":s3:::" + name,
                        "AWS::S3::Bucket",
                        name,
                        "BucketName",
                        tags(s3, name)))
                .toList();
    }

    private static String region(S3Client s3, String bucket) {
        String location = s3.getBucketLocation(get -> get.bucket(bucket)).locationConstraintAsString();
        // The oldest region has no name here.
        return location == null || location.isEmpty() ? "us-east-1" : location;
    }

    private static Map<String, String> tags(S3Client s3, String bucket) {
        try {
            return s3.getBucketTagging(get -> get.bucket(bucket)).tagSet().stream()
                    .collect(Collectors.toMap(Tag::key, Tag::value));
        } catch (S3Exception e) {
            if ("NoSuchTagSet".equals(e.awsErrorDetails().errorCode())) {
                return Map.of();
            }
            throw e;
        }
    }

    @Override
    public void tag(Scope caller, Arn arn, Map<String, String> tags) {
        var merged = new HashMap<>(tags(clients.s3(caller), arn.name()));
        merged.putAll(tags);
        put(caller, arn.name(), merged);
    }

    @Override
    public void untag(Scope caller, Arn arn, Collection<String> keys) {
        var fewer = new HashMap<>(tags(clients.s3(caller), arn.name()));
        fewer.keySet().removeAll(keys);
        put(caller, arn.name(), fewer);
    }

    private void put(Scope caller, String bucket, Map<String, String> tags) {
        var s3 = clients.s3(caller);
        if (tags.isEmpty()) {
            s3.deleteBucketTagging(delete -> delete.bucket(bucket));
            return;
        }
        var set = tags.entrySet().stream()
                .map(tag ->
                        Tag.builder().key(tag.getKey()).value(tag.getValue()).build())
                .toList();
        s3.putBucketTagging(put -> put.bucket(bucket).tagging(tagging -> tagging.tagSet(set)));
    }
}
